// The shield at a table: whether the deck can be trusted, in two or three words.
export default {
  label: "Deck of this hand: {state}",
  state_waiting: "next hand",
  state_verifying: "verifying",
  state_verified: "verified",
  state_without: "verified, without your number",
  state_watched: "verified since you came",
  state_unchecked: "not checked",
  state_alarm: "does not match",
  alarm_raised: "A deck or a card does not match its proof.",
  look: "See what is wrong",
} as const;
