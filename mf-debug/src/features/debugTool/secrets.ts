/**
 * The tool's one list of what is nobody's to read: what the Inspector shows and what a bug report carries both go by it.
 * It has every name of the list that the server's log and the reports of errors go by, and more.
 */
import { SECRET_NAME } from '@ezdash/contracts';

export const HIDDEN = '[hidden]';

/** Words of a name whose value is a secret, of whatever shape it is. */
const SECRET_WORDS = new Set([
  ...['pass', 'passphrase', 'pwd', 'credential', 'credentials', 'auth', 'private', 'recovery', 'xsrf'],
  ...['iban', 'bic', 'swift', 'card', 'cvc', 'cvv', 'pan', 'pin', 'otp', 'totp', 'jwt', 'bearer', 'nonce'],
]);
/** Words of more than one. */
const SECRET_PHRASE =
  /tax_?(?:id|number|no)|vat_?(?:id|number|no)|account_?number|sort_?code|routing_?number/;
/** Words that name a secret when a text stands there: `key: 'sk_live_…'`, but not `key: { label }`. */
const TEXT_WORDS = new Set([
  ...[
    'key',
    'keys',
    'apikey',
    'code',
    'codes',
    'session',
    'sid',
    'sig',
    'sign',
    'signature',
    'signed',
    'hash',
  ],
  ...['digest', 'salt', 'seed'],
]);
/** Codes that are words of ours: `HTTP_500`, `CONSOLE_LOCKED`. */
const CODE_NAME = /^[A-Z]+(?:_[A-Z\d]+)+$/;

/** `stripeSecretKey` → stripe, secret, key */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(isTexts)
    : typeof value === 'number' || (typeof value === 'string' && !CODE_NAME.test(value));

/** Whether what stands under a name is a secret. */
export function isSecret(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false;
  const words = wordsOf(name);
  return (
    SECRET_NAME.test(name) ||
    SECRET_PHRASE.test(words.join('_')) ||
    words.some((word) => SECRET_WORDS.has(word)) ||
    (isTexts(value) && words.some((word) => TEXT_WORDS.has(word)))
  );
}

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn): few other numbers pass. */
function isCardNumber(text: string): boolean {
  const digits = [...text].filter((one) => one >= '0' && one <= '9').reverse();
  const sum = digits.reduce((rest, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return rest + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

type Replace = (found: string, ...groups: string[]) => string;
/** Each looks at a word from its beginning alone: from every letter of a long one it would take minutes. */
const IN_TEXT: readonly [RegExp, Replace][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, () => HIDDEN],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, (_, scheme = '') => `${scheme} ${HIDDEN}`],
  // A JSON Web Token, and keys that say what they are: `sk_live_…`, `ghp_…`.
  [/\b(?:eyJ[\w-]{6,}(?:\.[\w-]*){0,2}|(?:sk|pk|rk|whsec|ghp|xox[abp])[_-][\w-]{6,})/g, () => HIDDEN],
  // User and password of an address, and what its query carries under the name of a secret.
  [/(?<=:\/\/)[^\s/@"'<>]+@/g, () => `${HIDDEN}@`],
  [
    /([?&#])([\w.~%[\]-]{1,60})=([^\s&#"'<>]+)/g,
    (whole, mark = '', name = '', value = '') => (isSecret(name, value) ? `${mark}${name}=${HIDDEN}` : whole),
  ],
  [
    /(?<![\w?&#-])(["']?)([\w-]{1,60})\1(\s*[=:]\s*["']?)([^\s"'&,;{[]+)/g,
    (whole, quote = '', name = '', between = '', value = '') =>
      SECRET_NAME.test(name) && value !== HIDDEN ? `${quote}${name}${quote}${between}${HIDDEN}` : whole,
  ],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Za-z\d])/g, () => HIDDEN],
  [/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g, (found) => (isCardNumber(found) ? HIDDEN : found)],
];

/** A text without the secrets that can be told from their looks. */
export const hideInText = (text: string): string =>
  IN_TEXT.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
