// The text mode.
export default {
  mode: "Text mode",
  command: "Command",
  command_hint: "f fold, c check or call, r 1.80 raise to, p pot, a all-in, cards, board, stacks, pot, help",
  cards: "Your cards: {cards}",
  no_cards: "You have no cards.",
  board: "Board: {cards}",
  no_board: "No board yet.",
  not_turn: "It is not your turn.",
  look_again: "Your turn has only just begun. Look first, then enter it again.",
  unknown: "Unknown command. {hint}",
  stack: "{name}: {amount}",
  bad_amount: "Say how much, for example r 1.80 or r 3x.",
} as const;
