// The text mode.
export default {
  mode: "Tekstmodus",
  command: "Opdracht",
  command_hint: "f fold, c check of call, r 1,80 raise naar, p pot, a all-in, cards, board, stacks, pot, help",
  cards: "Jouw kaarten: {cards}",
  no_cards: "Je hebt geen kaarten.",
  board: "Board: {cards}",
  no_board: "Nog geen board.",
  not_turn: "Je bent niet aan de beurt.",
  look_again: "Je bent nog maar net aan de beurt. Kijk eerst en typ het dan opnieuw.",
  unknown: "Onbekende opdracht. {hint}",
  stack: "{name}: {amount}",
  bad_amount: "Typ hoeveel, bijvoorbeeld r 1,80 of r 3x.",
} as const;
