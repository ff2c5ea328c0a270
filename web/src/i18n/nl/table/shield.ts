// The shield at a table: whether the deck can be trusted, in two or three words.
export default {
  label: "Stok van deze hand: {state}",
  state_waiting: "volgende hand",
  state_verifying: "wordt nagekeken",
  state_verified: "geverifieerd",
  state_without: "geverifieerd, zonder jouw getal",
  state_watched: "geverifieerd sinds je er bent",
  state_unchecked: "niet nagekeken",
  state_alarm: "klopt niet",
  alarm_raised: "Een stok of een kaart klopt niet met het bewijs.",
  look: "Bekijk wat er mis is",
} as const;
