import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../platform/projectRoot';
import { translateMessage } from '.';

const sources = path.join(projectRoot(), 'api/src');
const names = (readdirSync(sources, { recursive: true }) as string[]).filter((name) =>
  /^(features|platform)\/.*(?<!test)\.ts$/.test(name),
);
/** What people read: the first text of an error that answers a call, and the sentence beside a field. */
const SPOKEN = [
  /new (?:Unauthorized|Forbidden|NotFound|Conflict|PayloadTooLarge|ServiceUnavailable)Error\(\s*'([^']+)'/g,
  /\]?: \[\s*'([A-Z][^']* [^']+)'\s*,?\s*\]/g,
];

test('every plain text of an answer is known in German', () => {
  const texts = names.flatMap((name) => {
    const source = readFileSync(path.join(sources, name), 'utf8');
    return SPOKEN.flatMap((pattern) => [...source.matchAll(pattern)].map(([, text = '']) => text));
  });
  expect(texts.length).toBeGreaterThan(40);
  expect([...new Set(texts)].filter((text) => translateMessage('de', text) === text)).toEqual([]);
});
