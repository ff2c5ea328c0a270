// Chat and reports.
export default {
  chat: "Chat",
  log: "Verloop",
  chat_write: "Zeg iets",
  send: "Versturen",
  mute: "Dempen",
  unmute: "Niet meer dempen",
  report: "Melden",
  report_name: "{name} melden",
  report_sent: "Dank je. De leiding gaat ernaar kijken (zaak {number}).",
  report_kind: "Waar gaat het over?",
  report_collusion: "Spelers die elkaar helpen",
  report_chip_dumping: "Chips expres verliezen",
  report_automation: "Een programma dat speelt",
  report_chat: "Chat",
  report_other: "Iets anders",
  report_text: "Wat is er gebeurd?",
} as const;
