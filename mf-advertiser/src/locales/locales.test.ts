import manifest from '../../remote.manifest';
import de from './de.json';
import en from './en.json';

type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, path = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
const english = new Map(flat(en));
const german = new Map(flat(de));

test('both languages have the same texts', () => {
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
});

test.each([...english])('%s takes the same values in both languages', (key, text) => {
  expect(placeholders(german.get(key) ?? '')).toEqual(placeholders(text));
});

test('every page of the manifest has its title', () => {
  for (const { titleKey } of manifest.pages) {
    expect(english.has(titleKey.replace('advertiser:', ''))).toBe(true);
  }
});
