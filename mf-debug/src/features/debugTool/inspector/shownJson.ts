/** Names whose values are nobody's to see, wherever they stand. */
const SECRET =
  /pass(word|phrase)?$|secret|token|credential|authorization|cookie|^code$|_code$|api_?key|private|iban|^bic$|card_?number|cvc|otp/i;
const HIDDEN = '[hidden]';
/** So much of an answer is shown. */
export const SHOWN_CHARACTERS = 4_000;

/** JSON to read, without secrets and cut where it becomes long. */
export function shownJson(value: unknown, indent = 1): string {
  const text =
    JSON.stringify(
      value,
      (name, inner: unknown) => (SECRET.test(name) && inner !== null && inner !== undefined ? HIDDEN : inner),
      indent,
    ) ?? '';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
