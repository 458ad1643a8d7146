import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..');
const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.tsx', '*.ts'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file && !/\.test\.tsx?$/.test(file) && !file.startsWith('scripts/'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const LIST = /<(Select|MultiSelect|Autocomplete|TagsInput|Combobox)\b([^>]|=>)*>/g;
const lists = SOURCES.flatMap(({ file, text }) =>
  [...text.matchAll(LIST)].map(([element, name]) => ({ file, element, name })),
);

/** Enter in an open list is the design system's: packages/ui/src/forms/enterInList.ts. */
test('every list that opens is one of the design system', () => {
  expect(lists.length).toBeGreaterThan(60);
  const imports = SOURCES.filter(
    ({ file, text }) => !file.startsWith('packages/ui/') && /from '@mantine\//.test(text),
  );
  expect(imports.map(({ file }) => file)).toEqual([]);
});

test('no list answers keys of its own, which would take the place of what Enter does in all', () => {
  expect(lists.filter(({ element }) => element.includes('onKeyDown'))).toEqual([]);
  expect(lists.filter(({ name }) => name === 'Combobox')).toEqual([]);
});

test('the theme gives each of them its Enter', () => {
  const theme = readFileSync(path.join(root, 'packages/ui/src/theme/theme.ts'), 'utf8');
  for (const name of new Set(lists.map(({ name }) => name)))
    expect(theme).toMatch(new RegExp(`\\b${name}: \\{[^}]*enterInList`));
});
