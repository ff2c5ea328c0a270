// What the client says about a field that is not filled in as it must be: in the player's language, not in the browser's.

import { t } from "./i18n/index.svelte";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A form was not sent: the browser asks the field what is wrong with it. */
export function explain(event: Event): void {
  judge(event.target as Field);
}

/** While the field is being corrected, the message is repeated or taken back. */
export function explainAgain(event: Event): void {
  const field = event.target as Field;
  if (field.validity?.customError) judge(field);
}

/** Before a form is sent again nothing is wrong: its fields may have become others. */
export function forget(event: Event): void {
  const form = (event.target as Element).closest("form");
  for (const field of form?.elements ?? []) (field as Field).setCustomValidity?.("");
}

function judge(field: Field): void {
  field.setCustomValidity("");
  if (!field.validity.valid) field.setCustomValidity(words(field));
}

function words({ validity, minLength }: Field): string {
  if (validity.valueMissing) return t("shell.field_missing");
  if (validity.tooShort) return t("shell.field_short", { least: minLength });
  return t("shell.field_wrong");
}
