import {
  CLICK_MACROS,
  type ClickMacro,
  escapeTimes,
  findMacros,
  type MacroFold,
  readWebAddress,
} from '@ezdash/contracts';

/** A landing address cut at its macros: literal, macro, literal … the literals are ready for a header. */
export interface Landing {
  literals: string[];
  macros: ClickMacro[];
  /** How often each macro's value is escaped. */
  folds: MacroFold[];
}
export type ClickValues = Readonly<Record<ClickMacro, string>>;

const known: ReadonlySet<string> = new Set(CLICK_MACROS);
const isMacro = (name: string): name is ClickMacro => known.has(name);

/** A `Location` header carries visible ASCII only; everything else is percent-encoded, `%` itself stays. */
function headerSafe(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd').replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

/**
 * Prepares a landing address, or answers null when a click must not lead there: by the judge of the form, so that what
 * was saved is served. No macro can change the host (an open redirect).
 */
export function parseLanding(address: string): Landing | null {
  const read = readWebAddress(address);
  if ('problem' in read) return null;
  const { origin } = new URL(read.url);
  const rest = read.url.slice(origin.length);
  const literals: string[] = [];
  const macros: ClickMacro[] = [];
  const folds: MacroFold[] = [];
  let literal = origin;
  let at = 0;
  for (const { name, fold, index, text } of findMacros(rest)) {
    // What is no macro stays as it was written.
    if (!isMacro(name) || fold === null) continue;
    literals.push(literal + headerSafe(rest.slice(at, index)));
    macros.push(name);
    folds.push(fold);
    literal = '';
    at = index + text.length;
  }
  literals.push(literal + headerSafe(rest.slice(at)));
  return { literals, macros, folds };
}

/** The address of one click, macros filled in and escaped as often as each asks for. */
export function expandLanding(landing: Landing, values: ClickValues): string {
  let address = landing.literals[0] ?? '';
  for (let index = 0; index < landing.macros.length; index += 1) {
    const macro = landing.macros[index];
    if (macro !== undefined) address += headerSafe(escapeTimes(values[macro], landing.folds[index] ?? 1));
    address += landing.literals[index + 1] ?? '';
  }
  return address;
}
