import path from 'node:path';

/** Where the record has the tags of the API slice, once, instead of at each of two hundred places. */
export const TAGS_FILE = 'packages/store/src/tagTypes.d.ts';

const UNION = /"\w+"(?: \| "\w+")+/g;

export const tagsText = (tags: readonly string[]): string =>
  `export type Tag = ${[...tags]
    .sort()
    .map((tag) => JSON.stringify(tag))
    .join(' | ')};\n`;

/** Calls the union of all tags by its name: one tag more is no other type at each place that knows them. */
export function nameTags(file: string, text: string, tags: readonly string[]): string {
  const all = [...tags].sort().join();
  const target = path.posix.relative(path.posix.dirname(file), TAGS_FILE.replace(/\.d\.ts$/, ''));
  const address = target.startsWith('.') ? target : `./${target}`;
  return text.replace(UNION, (union) => {
    const names = union.split(' | ').map((name) => name.slice(1, -1));
    return names.sort().join() === all ? `import("${address}").Tag` : union;
  });
}
