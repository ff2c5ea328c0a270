// Chat and reports.
export default {
  chat: "Chat",
  log: "History",
  chat_write: "Say something",
  send: "Send",
  mute: "Mute",
  unmute: "Unmute",
  report: "Report",
  report_name: "Report {name}",
  report_sent: "Thank you. The house will look into it (case {number}).",
  report_kind: "What is it about?",
  report_collusion: "Players who help each other",
  report_chip_dumping: "Chips lost on purpose",
  report_automation: "A program playing",
  report_chat: "Chat",
  report_other: "Something else",
  report_text: "What happened?",
} as const;
