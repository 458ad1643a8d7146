import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteNames } from './lib/remotes.mjs';

const root = path.join(__dirname, '..');
type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  );
const read = (file: string) =>
  new Map(flat(JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts));
/** Plural forms differ between languages: the key before them must not. */
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const holes = (text: string) =>
  [...text.matchAll(/{{\s*([\w.]+)|<(\/?\w+)\/?>/g)].map((m) => m[1] ?? m[2]).sort();

/** Sentences the specification gives word for word. */
const SPECIFIED = new Set(['Please fill in all fields']);

const rooms = ['packages/ui', 'shell', ...remoteNames()];

describe.each(rooms)('%s', (room) => {
  const en = read(`${room}/src/locales/en.json`);
  const de = read(`${room}/src/locales/de.json`);

  test('English and German have the same keys', () => {
    const keys = (texts: Map<string, string>) => [...new Set([...texts.keys()].map(stem))].sort();
    expect(keys(de)).toEqual(keys(en));
  });

  test('no text is empty, and each keeps its placeholders', () => {
    for (const [key, text] of en) {
      expect([key, text.trim()]).not.toEqual([key, '']);
      const german = de.get(key);
      if (german !== undefined) expect([key, holes(german)]).toEqual([key, holes(text)]);
    }
  });

  test('no text begs, praises or shouts', () => {
    for (const [key, text] of en)
      if (!SPECIFIED.has(text))
        expect([key, text]).not.toEqual([key, expect.stringMatching(/\b(please|oops|successfully)\b|!/i)]);
  });

  test('every key written out in the code has a text', () => {
    const stems = new Set([...en.keys()].map(stem));
    const missing: string[] = [];
    for (const file of readdirSync(path.join(root, room, 'src'), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const code = readFileSync(path.join(root, room, 'src', file), 'utf8');
      const used = code.match(/useTranslation\(\s*'(\w+)'/)?.[1];
      if (!used) continue;
      for (const [, key = ''] of code.matchAll(/\bt\(\s*'([\w.-]+)'/g))
        if (key.includes('.') && !stems.has(key)) missing.push(`${file}: ${key}`);
    }
    expect(missing).toEqual([]);
  });
});
