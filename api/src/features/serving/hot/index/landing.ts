import { domainToASCII } from 'node:url';
import { CLICK_MACROS, type ClickMacro, escapeTimes, findMacros, type MacroFold } from '@ezdash/contracts';

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
 * Prepares a landing address, or answers null when a click must not lead there: not http(s), credentials in it, or a
 * host that a macro could change (an open redirect).
 */
export function parseLanding(address: string): Landing | null {
  const match = /^(https?:\/\/)([^/?#{}@\\\s]+)(.*)$/is.exec(address.trim());
  if (!match) return null;
  const [, scheme = '', authority = '', rest = ''] = match;
  if (rest !== '' && !/^[/?#]/.test(rest)) return null;
  const port = /:\d{1,5}$/.exec(authority)?.[0] ?? '';
  const host = authority.startsWith('[')
    ? authority.slice(0, authority.length - port.length)
    : domainToASCII(authority.slice(0, authority.length - port.length));
  if (host === '' || !URL.canParse(`${scheme}${host}${port}/`)) return null;
  const literals: string[] = [];
  const macros: ClickMacro[] = [];
  const folds: MacroFold[] = [];
  let literal = `${scheme.toLowerCase()}${host}${port}`;
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
