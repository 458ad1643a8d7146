import fc from 'fast-check';
import { cleanLine, cleanText } from './cleanText';
import { lineText } from './common';

/** What has to go, from wherever it stands. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB\uFDD0-\uFDEF]/u;

describe('a name keeps', () => {
  it.each([
    ['letters of any script', 'Müller & Söhne GmbH, 株式会社, Ελλάς, किसान'],
    ['a no-break space', 'Prix\u202F: 5\u00A0€'],
    ['an ideographic space', '山田\u3000太郎'],
    ['a family emoji', '👨‍👩‍👧 Toys'],
    ['an emoji with a skin tone and a joiner', '👩🏽‍🚀'],
    ['a heart with its variation selector', '❤\uFE0F'],
    ['a keycap', '1\uFE0F\u20E3'],
    ['the flag of England', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['a Persian non-joiner', 'نمی\u200Cخواهم'],
    ['a Bengali joiner before the virama', 'র\u200D্যাব'],
    ['a Sinhala joiner', 'ක්\u200Dෂ'],
    ['an ideographic variation', '葛\u{E0100}'],
    ['a balanced isolate', '\u2067עברית\u2069 Ltd'],
    ['isolates within isolates', '\u2066a \u2067ב\u2069 c\u2069'],
  ])('%s', (_, text) => expect(cleanLine(text)).toBe(text));
});

describe('a name loses', () => {
  it.each([
    ['a zero-width space', 'Ac\u200Bme', 'Acme'],
    ['a byte order mark', '\uFEFFAcme', 'Acme'],
    ['a soft hyphen', 'Ac\u00ADme', 'Acme'],
    ['a word joiner', 'Ac\u2060me', 'Acme'],
    ['a joiner between Latin letters', 'Ac\u200Dme', 'Acme'],
    ['a joiner at the end', 'Acme\u200D', 'Acme'],
    ['a variation selector behind a letter', 'A\uFE0Fcme', 'Acme'],
    ['a variation selector behind a digit', 'Shop 1\uFE0F', 'Shop 1'],
    ['a non-joiner behind a letter that joins nothing', 'و\u200Cب', 'وب'],
    ['a joiner between letters that join', 'مح\u200Dمد', 'محمد'],
    ['a joiner without a virama', 'कि\u200Dसान', 'किसान'],
    ['an object placeholder', 'Ac\uFFFCme', 'Acme'],
    ['layout controls and fillers of old scripts', 'A\u{13431}c\u{16FE4}m\u{1107F}e', 'Acme'],
    ['a noncharacter', 'Ac\u{1FFFE}me', 'Acme'],
    ['a space as thin as a hair', 'Ac\u200Ame', 'Ac me'],
    ['tags of a flag that no font has', '🏴\u{E0067}\u{E007F}', '🏴'],
    ['tags outside a flag', 'Acme\u{E0061}\u{E007F}', 'Acme'],
    ['a Hangul filler', '\u3164Acme\uFFA0', 'Acme'],
    ['a blank braille cell', 'Acme\u2800', 'Acme'],
    ['direction marks', '\u200EAc\u200Fme\u061C', 'Acme'],
    ['an override that is not closed', '\u202Egpj.exe', 'gpj.exe'],
    ['an override that is closed', '\u202Egpj\u202C.exe', 'gpj.exe'],
    ['an isolate that is not closed', '\u2067Acme', 'Acme'],
    ['a closing mark that nothing opened', 'Acme\u2069\u202C', 'Acme'],
    ['a pair around nothing', 'Acme\u2066\u200B\u2069', 'Acme'],
    ['an embedding inside an isolate that ends first', '\u2066\u202BAcme\u2069', '\u2066Acme\u2069'],
    ['controls', 'Ac\u0007m\u009Be\u001B', 'Acme'],
    ['a line break and spaces in a row', ' Acme \n\t  Ltd ', 'Acme Ltd'],
    ['a line separator', 'Acme\u2028Ltd', 'Acme Ltd'],
    ['an accent as a character of its own', 'Cafe\u0301', 'Café'],
  ])('%s', (_, text, clean) => expect(cleanLine(text)).toBe(clean));

  it('everything when nothing of it can be seen, so that a required name is missing', () => {
    for (const text of ['\u200B', '\u3164\u2800', '\u2066\u2069', ' \u200D ', '\u{E0001}'])
      expect([cleanLine(text), lineText.min(1).safeParse(text).success]).toEqual(['', false]);
  });
});

it('a text of several lines keeps its lines and tabs', () => {
  expect(cleanText('One\u200B\r\n\ttwo\u0007\n\u202Ethree')).toBe('One\r\n\ttwo\nthree');
  expect(cleanText('\u2067one\ntwo\u2069')).toBe('one\ntwo');
});

const pieces = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => !/\p{Cs}/u.test(text)),
  fc.constantFrom('a', 'ب', '葛', '❤', '👩', '\n', ' '),
  fc.constantFrom(
    '\u200B',
    '\u200C',
    '\u200D',
    '\uFE0F',
    '\u{E0100}',
    '\u202A',
    '\u202C',
    '\u202E',
    '\u2067',
    '\u2069',
  ),
);
const anyName = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

it('cleaning twice is cleaning once, and never leaves an unseen character at either end of words it cannot change', () => {
  fc.assert(
    fc.property(anyName, (text) => {
      const clean = cleanLine(text);
      expect(cleanLine(clean)).toBe(clean);
      // Between Latin letters nothing unseen has an effect.
      expect(cleanLine(`x${text.replace(/[^\p{Cf}\p{Cc}]/gu, '')}y`).replace(/ /g, '')).not.toMatch(UNSEEN);
    }),
    { numRuns: 2_000 },
  );
});

it('opens and closes the same number of directions on each line', () => {
  fc.assert(
    fc.property(anyName, (text) => {
      for (const line of cleanText(text).split('\n'))
        expect(line.match(/[\u202A\u202B\u2066-\u2068]/g)?.length ?? 0).toBe(
          line.match(/[\u202C\u2069]/g)?.length ?? 0,
        );
    }),
    { numRuns: 2_000 },
  );
});
