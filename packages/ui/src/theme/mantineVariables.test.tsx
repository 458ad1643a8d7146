import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mantineVariables } from './mantineVariables';

/** Selector and declarations, whatever the layout. */
function declarations(css: string): string[] {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .split('}')
    .flatMap((rule) => {
      const [selector = '', body = ''] = rule.split('{');
      const name = selector.replace(/["']/g, '').trim();
      return body
        .split(';')
        .flatMap((line) => (line.trim() ? [`${name} ${line.replace(/\s+/g, ' ').trim()}`] : []));
    })
    .sort();
}

test('the sheet says what the theme says (else run scripts/writeMantineVariables.ts)', () => {
  const written = readFileSync(path.join(__dirname, '../styles/mantineVariables.css'), 'utf8');
  const spaced = (list: string[]) => list.map((line) => line.replace(/\s*([:,()])\s*/g, '$1').toLowerCase());
  expect(spaced(declarations(written))).toEqual(spaced(declarations(mantineVariables())));
});
