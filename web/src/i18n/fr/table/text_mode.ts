// The text mode.
export default {
  mode: "Mode texte",
  command: "Commande",
  command_hint: "f passer, c parole ou suivre, r 1,80 relancer à, p pot, a tapis, cards, board, stacks, pot, help",
  cards: "Vos cartes : {cards}",
  no_cards: "Vous n’avez pas de cartes.",
  board: "Tableau : {cards}",
  no_board: "Pas encore de tableau.",
  not_turn: "Ce n’est pas à vous de jouer.",
  look_again: "Votre tour vient de commencer. Regardez, puis répétez.",
  unknown: "Commande inconnue. {hint}",
  stack: "{name} : {amount}",
  bad_amount: "Dites combien, par exemple r 1,80 ou r 3x.",
} as const;
