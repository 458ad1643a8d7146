import fc from 'fast-check';
import { checkEntry, passesLuhn, passesMod97 } from './checkEntry';
import de from './de.json';
import en from './en.json';
import { TEST_ACCOUNTS, TEST_CARDS } from './testCards';

const now = new Date('2026-11-21T12:00:00Z');
const card = { number: '4242424242424242', expiry: '11/26', code: '123' };
const errorsOf = (kind: 'card' | 'bank_account', entered: object) => {
  const checked = checkEntry(kind, { ...entered }, now);
  return checked.ok ? null : checked.errors;
};

test('every test number passes its check digits', () => {
  for (const { number } of TEST_CARDS) expect(passesLuhn(number)).toBe(true);
  for (const { iban } of TEST_ACCOUNTS) expect([iban, passesMod97(iban)]).toEqual([iban, true]);
});

test('a single wrong digit never passes', () => {
  fc.assert(
    fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digits = [...card.number];
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(passesLuhn(digits.join(''))).toBe(false);
    }),
  );
  for (let at = 4; at < 22; at += 1) {
    const iban = 'DE89370400440532013000';
    const other = iban[at] === '9' ? '8' : '9';
    expect(passesMod97(`${iban.slice(0, at)}${other}${iban.slice(at + 1)}`)).toBe(false);
  }
});

test.each([
  ['11/26', '2026-11'],
  ['04 / 29', '2029-04'],
  ['4/2029', '2029-04'],
  ['0429', '2029-04'],
  ['04-29', '2029-04'],
  ['042029', '2029-04'],
])('the expiry %s is %s', (expiry, expires) => {
  expect(checkEntry('card', { ...card, expiry }, now)).toEqual({
    ok: true,
    entry: { accepted: true, brand: 'Visa', last4: '4242', expires },
  });
});

test.each([
  [{ number: '' }, { number: 'number-missing' }],
  [{ number: '4242 x' }, { number: 'number-format' }],
  [{ number: '4242424242424241' }, { number: 'number-wrong' }],
  // Passes the check digit, as a real card does.
  [{ number: '4111111111111111' }, { number: 'number-no-test' }],
  [{ expiry: '10/26' }, { expiry: 'expiry-over' }],
  [{ expiry: '13/29' }, { expiry: 'expiry-format' }],
  [{ expiry: '' }, { expiry: 'expiry-format' }],
  [{ expiry: '04/99' }, { expiry: 'expiry-far' }],
  [{ code: '12' }, { code: 'code-format' }],
  [{ number: '378282246310005' }, { code: 'code-format' }],
  [
    { number: ['4242424242424242'], expiry: null, code: {} },
    { number: 'number-missing', expiry: 'expiry-format', code: 'code-format' },
  ],
])('a card with %j is refused: %j', (entered, errors) => {
  expect(errorsOf('card', { ...card, ...entered })).toEqual(errors);
});

test.each([
  ['', 'iban-missing'],
  ['370400440532013000', 'iban-format'],
  ['DE88370400440532013000', 'iban-wrong'],
  ['BE68539007547034', 'iban-no-test'],
])('the IBAN %j is refused: %s', (iban, error) => {
  expect(errorsOf('bank_account', { iban })).toEqual({ iban: error });
});

test('an IBAN may be written in groups and in small letters', () => {
  expect(checkEntry('bank_account', { iban: ' de89 3704 0044 0532 0130 00 ' }, now)).toEqual({
    ok: true,
    entry: { accepted: true, brand: 'Test bank Germany', last4: '3000', expires: null },
  });
});

test('the texts are the same in both languages but for the words', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
});
