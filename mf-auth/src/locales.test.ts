import german from './locales/de.json';
import english from './locales/en.json';

/** Every key with its text, as i18next addresses it. */
function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}
const placeholders = (text: string) => (text.match(/\{\{.*?\}\}/g) ?? []).sort();

test('German has every English key, and both fill in the same values', () => {
  const other = new Map(flat(german));
  expect([...other.keys()].sort()).toEqual(
    flat(english)
      .map(([key]) => key)
      .sort(),
  );
  for (const [key, text] of flat(english))
    expect([key, placeholders(other.get(key) ?? '')]).toEqual([key, placeholders(text)]);
});

test.each([...flat(english), ...flat(german)])('%s keeps to the words of the house', (_, text) => {
  expect(text.trim()).not.toBe('');
  expect(text).not.toMatch(/!|\bplease\b|\bsuccessfully\b|\bOops\b|coming soon|\bbitte\b/i);
});
