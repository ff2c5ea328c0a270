// The shield at a table: whether the deck can be trusted, in two or three words.
export default {
  label: "Paquet de cette main : {state}",
  state_waiting: "prochaine main",
  state_verifying: "vérification",
  state_verified: "vérifié",
  state_without: "vérifié, sans votre nombre",
  state_watched: "vérifié depuis votre arrivée",
  state_unchecked: "non vérifié",
  state_alarm: "ne concorde pas",
  alarm_raised: "Un paquet ou une carte ne concorde pas avec sa preuve.",
  look: "Voir ce qui ne va pas",
} as const;
