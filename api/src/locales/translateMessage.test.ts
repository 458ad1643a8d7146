import vm from 'node:vm';
import { translateMessage } from '.';
import de from './de.json';
import en from './en.json';

test.each([
  ['de', 'No such campaign', 'Diese Kampagne gibt es nicht'],
  ['de-AT', 'No such campaign', 'Diese Kampagne gibt es nicht'],
  ['en', 'No such campaign', 'No such campaign'],
  ['fr', 'No such campaign', 'No such campaign'],
  ['de', 'A text nobody translated', 'A text nobody translated'],
  ['de', 'The least bid is $0.05', 'Das niedrigste Gebot ist 0,05 $'],
  [
    'de',
    'An account has at most 10,000 campaigns. Archive some: each makes room after 30 days',
    'Ein Konto hat höchstens 10.000 Kampagnen. Archivieren Sie einige: Jede macht nach 30 Tagen Platz',
  ],
  ['de', 'Use at least 10 characters', 'Verwenden Sie mindestens 10 Zeichen'],
  [
    'de',
    'The image is 301×250 pixels. Use one of these sizes: 970×250, 970×90',
    'Das Bild hat 301×250 Pixel. Verwenden Sie eine dieser Größen: 970×250, 970×90',
  ],
  [
    'de',
    'The file is a PNG image but was sent as JPEG',
    'Die Datei ist ein PNG-Bild, wurde aber als JPEG gesendet',
  ],
  [
    'de',
    'The file is a PNG image but was sent as another type',
    'Die Datei ist ein PNG-Bild, wurde aber als anderer Typ gesendet',
  ],
  [
    'de',
    'Mara Okafor approved this campaign at 2026-11-21 14:02 UTC',
    'Mara Okafor hat diese Kampagne freigegeben (2026-11-21 14:02 UTC)',
  ],
  [
    'de',
    'The video is 1×2×3 pixels. Use 4×5×6 at most',
    de['The video is {0}×{1} pixels. Use {2}×{3} at most']
      .replace('{0}', '1')
      .replace('{1}', '2×3')
      .replace('{2}', '4')
      .replace('{3}', '5×6'),
  ],
  // Nothing stands where something must.
  ['de', 'The video is × pixels. Use 4×5 at most', 'The video is × pixels. Use 4×5 at most'],
  ['en', 'Invalid input: expected string, received undefined', 'Fill this in'],
  ['de', 'Invalid input: expected string, received undefined', 'Füllen Sie dieses Feld aus'],
  ['en', 'Too small: expected string to have >=1 characters', 'Fill this in'],
  ['en', 'Too small: expected string to have >=2 characters', 'Use at least 2 characters'],
  ['en', 'Too small: expected number to be >=50000', 'Enter 50000 or more'],
  ['de', 'Too big: expected number to be <=5', 'Geben Sie 5 oder weniger ein'],
  ['de', 'Invalid option: expected one of "CPM"|"CPC"', 'Wählen Sie eine der Möglichkeiten'],
])('%s: %s', (locale, text, expected) => {
  expect(translateMessage(locale, text)).toBe(expected);
});

test('a translation uses the placeholders of its text, no others', () => {
  for (const catalogue of [de, en])
    for (const [english, text] of Object.entries(catalogue)) {
      const known = new Set(english.match(/\{\d+\}/g));
      for (const used of text.match(/\{\d+\}/g) ?? [])
        expect([english, known.has(used)]).toEqual([english, true]);
    }
});

test('every plain text of the checks is known in German', () => {
  for (const text of Object.values(en))
    expect(translateMessage('de', text.replace(/\{\d+\}/g, '7'))).not.toBe(text.replace(/\{\d+\}/g, '7'));
});

test('no refusal of 401 or 403 speaks of a session or of validity', () => {
  for (const text of [...Object.values(en), ...Object.values(de)]) expect(text).not.toMatch(/session|valid/i);
});

/** The most that a call may send, of the beginning of a sentence and what stands between its placeholders. */
const WORST = 100_000;
const TIMEOUT_MS = 10_000;

test('every sentence is told from 100 kB of the worst text in proportion to its length', () => {
  // Time by the square of the length would be hours: the limit tells it from the milliseconds that this needs.
  const script = new vm.Script('translate("de", text)');
  const slow = Object.keys({ ...de, ...en })
    .map((english) => english.split(/\{\d+\}/))
    .filter(({ length }) => length > 2)
    .flatMap(([first = '', ...others]) =>
      [others.slice(0, -1).join('a'), others[0] ?? '', 'a'].map((between) => {
        const repeated = between.repeat(Math.ceil(WORST / between.length)).slice(0, WORST);
        return `${first}a${repeated}`;
      }),
    )
    .filter((text) => {
      try {
        script.runInNewContext({ translate: translateMessage, text }, { timeout: TIMEOUT_MS });
        return false;
      } catch {
        return true;
      }
    });
  expect(slow.map((text) => text.slice(0, 60))).toEqual([]);
});
