import type { PaymentKind } from '../Gateway';
import { TEST_ACCOUNTS, TEST_CARDS, type TestCard } from './testCards';

/** Fields of the page, and what may be wrong with each: keys of its texts (`error.<code>`). */
export type FieldName = 'number' | 'expiry' | 'code' | 'iban';
export type EntryError =
  | 'number-missing'
  | 'number-format'
  | 'number-wrong'
  | 'number-no-test'
  | 'expiry-format'
  | 'expiry-over'
  | 'expiry-far'
  | 'code-format'
  | 'iban-missing'
  | 'iban-format'
  | 'iban-wrong'
  | 'iban-no-test';
export type EntryErrors = Partial<Record<FieldName, EntryError>>;

/** What may be kept of what was entered: nothing else leaves this file. */
export interface Accepted {
  accepted: boolean;
  brand: string;
  last4: string;
  expires: string | null;
}
export type Checked = { ok: true; entry: Accepted } | { ok: false; errors: EntryErrors };

type Entered = Readonly<Record<string, unknown>>;

const textOf = (entered: Entered, field: FieldName): string => {
  const value = entered[field];
  return typeof value === 'string' ? value.slice(0, 64).trim() : '';
};
const withoutGaps = (text: string) => text.replace(/[\s-]/g, '');

/** The check digit that every card number ends with (ISO/IEC 7812-1). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The check digits of an IBAN (ISO 7064, modulus 97). Capital letters and digits. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function checkNumber(text: string): TestCard | EntryError {
  const digits = withoutGaps(text);
  if (digits === '') return 'number-missing';
  if (!/^\d{12,19}$/.test(digits)) return 'number-format';
  if (!passesLuhn(digits)) return 'number-wrong';
  return TEST_CARDS.find(({ number }) => number === digits) ?? 'number-no-test';
}

const MOST_YEARS = 20;

/** `04 / 29`, `4/2029`, `0429` → `2029-04`. */
function checkExpiry(text: string, now: Date): { expires: string } | EntryError {
  const [, month = '', year = ''] =
    /^(\d{1,2})\s*[/.\-\s]\s*(\d{4}|\d{2})$|^$/.exec(text) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(text) ?? [];
  const number = Number(month);
  if (month === '' || number < 1 || number > 12) return 'expiry-format';
  const expires = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}`;
  const present = now.toISOString().slice(0, 7);
  if (expires < present) return 'expiry-over';
  return Number(expires.slice(0, 4)) > now.getUTCFullYear() + MOST_YEARS ? 'expiry-far' : { expires };
}

function checkCard(entered: Entered, now: Date): Checked {
  const card = checkNumber(textOf(entered, 'number'));
  const expiry = checkExpiry(textOf(entered, 'expiry'), now);
  const code = textOf(entered, 'code');
  const codeFits =
    typeof card === 'string' ? /^\d{3,4}$/.test(code) : new RegExp(`^\\d{${card.codeLength}}$`).test(code);
  const errors: EntryErrors = {
    ...(typeof card === 'string' && { number: card }),
    ...(typeof expiry === 'string' && { expiry }),
    ...(!codeFits && { code: 'code-format' as const }),
  };
  if (typeof card === 'string' || typeof expiry === 'string' || !codeFits) return { ok: false, errors };
  const { number, brand, accepted } = card;
  return { ok: true, entry: { accepted, brand, last4: number.slice(-4), expires: expiry.expires } };
}

function checkAccount(entered: Entered): Checked {
  const iban = withoutGaps(textOf(entered, 'iban')).toUpperCase();
  const wrong = (error: EntryError): Checked => ({ ok: false, errors: { iban: error } });
  if (iban === '') return wrong('iban-missing');
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return wrong('iban-format');
  if (!passesMod97(iban)) return wrong('iban-wrong');
  const account = TEST_ACCOUNTS.find((each) => each.iban === iban);
  if (!account) return wrong('iban-no-test');
  const { accepted, bank } = account;
  return { ok: true, entry: { accepted, brand: bank, last4: iban.slice(-4), expires: null } };
}

/** Checks what was entered on the page, every field at once. */
export const checkEntry = (kind: PaymentKind, entered: Entered, now: Date): Checked =>
  kind === 'card' ? checkCard(entered, now) : checkAccount(entered);
