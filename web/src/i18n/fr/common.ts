// Words of several pages.
export default {
  try_again: "Réessayer",
  refresh: "Actualiser",
  more: "Afficher plus",
  yes: "oui",
  no: "non",
  days: "jours",
  when: "Quand",
  amount: "Montant",
  account: "Compte",
} as const;
