"""What the house keeps of people and money: accounts, sessions, orders, bookings, cases."""
