import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** docs/README.md, by which every document is found. */

const docs = path.join(__dirname, '..', 'docs');
const links = [...readFileSync(path.join(docs, 'README.md'), 'utf8').matchAll(/\]\(([\w-]+\.md)\)/g)].map(
  ([, name = '']) => name,
);

it('names every document there is, and no other', () => {
  const files = readdirSync(docs).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(files.length).toBeGreaterThan(20);
  expect([...new Set(links)].sort()).toEqual(files.sort());
});
