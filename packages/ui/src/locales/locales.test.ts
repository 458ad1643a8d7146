import de from './de.json';
import en from './en.json';

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, path = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : leaves(value, `${path}${key}.`),
  );
}
const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

test('both languages have the same keys with the same variables', () => {
  const english = new Map(leaves(en));
  const german = new Map(leaves(de));
  expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of english)
    expect([key, variables(german.get(key) ?? '')]).toEqual([key, variables(text)]);
});

test('no praise, no shouting', () => {
  for (const [key, text] of [...leaves(en), ...leaves(de)]) {
    expect([key, /!|\bplease\b|\bsuccessfully\b|\boops\b|\bbitte\b|erfolgreich/i.test(text)]).toEqual([
      key,
      false,
    ]);
  }
});
