// Fields that are not filled in as they must be: the words are the client's own.

import { afterEach, describe, expect, it } from "vitest";

import { speak } from "../src/i18n/index.svelte";
import { explain, explainAgain, forget } from "../src/validity";

function field(attributes: Record<string, string>, valid: Partial<ValidityState>): HTMLInputElement {
  const form = document.createElement("form");
  const input = document.createElement("input");
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  form.append(input);
  let said = "";
  input.setCustomValidity = (words) => (said = words);
  Object.defineProperty(input, "validity", {
    get: () => ({ ...valid, customError: said !== "", valid: said === "" && !Object.values(valid).some(Boolean) }),
  });
  Object.defineProperty(input, "validationMessage", { get: () => said });
  return input;
}
const on = (target: Element) => ({ target }) as unknown as Event;

afterEach(() => speak("en"));

describe("a field that is wrong", () => {
  it("says what is missing in the player's language", async () => {
    const password = field({ minlength: "8" }, { tooShort: true });
    explain(on(password));
    expect(password.validationMessage).toBe("Use at least 8 characters.");
    await speak("nl");
    explain(on(password));
    expect(password.validationMessage).toBe("Gebruik minstens 8 tekens.");
    await speak("fr");
    const name = field({ required: "" }, { valueMissing: true });
    explain(on(name));
    expect(name.validationMessage).toBe("Remplissez ce champ.");
  });

  it("takes its words back when it is mended", () => {
    const wrong: Partial<ValidityState> = { tooShort: true };
    const password = field({ minlength: "8" }, wrong);
    explainAgain(on(password));
    expect(password.validationMessage).toBe("");
    explain(on(password));
    explainAgain(on(password));
    expect(password.validationMessage).not.toBe("");
    Object.assign(wrong, { tooShort: false });
    explainAgain(on(password));
    expect(password.validationMessage).toBe("");
  });

  it("is judged again whenever its form is sent", () => {
    const password = field({ minlength: "8" }, { tooShort: true });
    explain(on(password));
    forget(on(password.form!));
    expect(password.validationMessage).toBe("");
  });
});
