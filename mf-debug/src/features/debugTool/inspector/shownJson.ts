import { HIDDEN, hideInText, isSecret } from '../secrets';

/** So much of an answer is shown. */
export const SHOWN_CHARACTERS = 4_000;

function shown(name: string, value: unknown): unknown {
  if (isSecret(name, value)) return HIDDEN;
  return typeof value === 'string' ? hideInText(value) : value;
}

/** JSON to read, without secrets and cut where it becomes long. */
export function shownJson(value: unknown, indent = 1): string {
  const text = JSON.stringify(value, shown, indent) ?? '';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
