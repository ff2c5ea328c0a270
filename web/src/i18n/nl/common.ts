// Words of several pages.
export default {
  try_again: "Probeer opnieuw",
  refresh: "Vernieuwen",
  more: "Meer tonen",
  yes: "ja",
  no: "nee",
  days: "dagen",
  when: "Wanneer",
  amount: "Bedrag",
  account: "Account",
} as const;
