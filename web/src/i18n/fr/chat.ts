// Chat and reports.
export default {
  chat: "Chat",
  log: "Historique",
  chat_write: "Dites quelque chose",
  send: "Envoyer",
  mute: "Masquer",
  unmute: "Ne plus masquer",
  report: "Signaler",
  report_name: "Signaler {name}",
  report_sent: "Merci. La direction va s’en occuper (dossier {number}).",
  report_kind: "De quoi s’agit-il ?",
  report_collusion: "Des joueurs qui s’entraident",
  report_chip_dumping: "Des jetons perdus exprès",
  report_automation: "Un programme qui joue",
  report_chat: "Chat",
  report_other: "Autre chose",
  report_text: "Que s’est-il passé ?",
} as const;
