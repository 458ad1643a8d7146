import german from './de.json';
import english from './en.json';

/** Every key with its text, as i18next addresses it. */
function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}
const placeholders = (text: string) => (text.match(/\{\{.*?\}\}|<\/?\w+>/g) ?? []).sort();

test('German has every English key, and no other', () => {
  expect(flat(german).map(([key]) => key)).toEqual(flat(english).map(([key]) => key));
});

test('both fill in the same values', () => {
  const other = new Map(flat(german));
  for (const [key, text] of flat(english))
    expect(placeholders(other.get(key) ?? '')).toEqual(placeholders(text));
});

test.each(flat({ ...english, ...{ de: german } }))('%s keeps to the words of the house', (_, text) => {
  expect(text.trim()).not.toBe('');
  expect(text).not.toMatch(/!|\bplease\b|\bsuccessfully\b|\bOops\b|coming soon|\bbitte\b/i);
});
