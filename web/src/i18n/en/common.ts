// Words of several pages.
export default {
  try_again: "Try again",
  refresh: "Refresh",
  more: "Show more",
  yes: "yes",
  no: "no",
  days: "days",
  when: "When",
  amount: "Amount",
  account: "Account",
} as const;
