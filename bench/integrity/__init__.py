"""How often the integrity review finds planted colluders, and how often it accuses honest pairs."""
