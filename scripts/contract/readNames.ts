import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from '../../packages/remote-kit/src/build/workspace';
import { type AnyRule, BRIDGE } from '../../packages/store/src/realtime/bridgeTable';
import type { Names } from './surface.types';

const read = (file: string) => readFileSync(path.join(rootDir, file), 'utf8');
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

const STYLES = 'packages/ui/src/styles';
const TAG_TYPES = /tagTypes: \[([^\]]*)\]/;
const QUOTED = /'(\w+)'/g;
/** The sentence of the design system's README that says which classes are for everybody. */
const CLASSES = /^Classes a page may use as they are: (.*)$/m;

/** Tags of the API slice, as its source has them: it gives them away to nobody. */
export function readTags(): string[] {
  const [, list = ''] = TAG_TYPES.exec(read('packages/store/src/api.ts')) ?? [];
  return sorted([...list.matchAll(QUOTED)].map(([, tag = '']) => tag));
}

/** `--ez-…` that the design system declares for everybody. */
export const tokensIn = (sheet: string): string[] =>
  sorted([...sheet.matchAll(/^\s*(--ez-[\w-]+)\s*:/gm)].map(([, name = '']) => name));

/** Classes that pages may use, as far as there is a sheet that knows them. */
export function classesIn(readme: string, sheets: string): string[] {
  const [, list = ''] = CLASSES.exec(readme) ?? [];
  const promised = [...list.matchAll(/`(ez-[\w-]+)`/g)].map(([, name = '']) => name);
  return sorted(promised.filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(sheets)));
}

/** Key → what it is filled with: `table.range` → `from`, `to`. */
export function keysOf(texts: object, prefix = ''): Record<string, string[]> {
  const entries = Object.entries(texts).flatMap(([key, text]): [string, string[]][] => {
    const name = `${prefix}${key}`;
    if (typeof text === 'object' && text !== null) return Object.entries(keysOf(text, `${name}.`));
    return [[name, sorted([...String(text).matchAll(/{{-?\s*(\w+)/g)].map(([, word = '']) => word))]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const bridge = (): Names['bridge'] =>
  Object.fromEntries(
    Object.entries(BRIDGE).map(([kind, rules]) => [
      kind,
      Object.fromEntries(
        Object.entries<Pick<AnyRule, 'tags' | 'tagsOf'>>(rules).map(([event, { tags, tagsOf = {} }]) => [
          event,
          sorted([
            ...tags.map(String),
            ...Object.entries(tagsOf).flatMap(([role, own]) => own.map((tag) => `${String(tag)} (${role})`)),
          ]),
        ]),
      ),
    ]),
  );

/** What remotes rely on by its name alone. */
export function readNames(): Names {
  const sheets = readdirSync(path.join(rootDir, STYLES))
    .filter((name) => name.endsWith('.css'))
    .map((name) => read(`${STYLES}/${name}`))
    .join('\n');
  return {
    tags: readTags(),
    bridge: bridge(),
    tokens: tokensIn(read(`${STYLES}/tokens.css`)),
    classes: classesIn(read('packages/ui/README.md'), sheets),
    texts: { ui: keysOf(JSON.parse(read('packages/ui/src/locales/en.json'))) },
  };
}
