/** Declarations as the compiler leaves them, by their path in the repository: `packages/ui/src/parts/Chip.d.ts`. */
export type DeclarationFiles = Record<string, string>;

/** What outside programs are compiled against. */
export interface DeclarationTree {
  /** Door → its file: `@ezdash/ui/data` → `packages/ui/src/data.d.ts`. */
  doors: Record<string, string>;
  files: DeclarationFiles;
}

const MARK = '=== ';
const DOORS = 'doors';

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1);

/** The record's text: doors first, then each file under its name. The same tree is the same text. */
export function treeText({ doors, files }: DeclarationTree): string {
  const doorLines = Object.entries(doors)
    .sort(byName)
    .map(([name, file]) => `${name} ${file}\n`);
  const sections = Object.entries(files)
    .sort(byName)
    .map(([name, text]) => `${MARK}${name}\n${text.trimEnd()}\n`);
  return `${MARK}${DOORS}\n${doorLines.join('')}${sections.join('')}`;
}

/** @throws for a text that is no record */
export function parseTree(text: string): DeclarationTree {
  const sections = text.split(/^=== (.+)\n/m);
  if (sections[0] !== '' || sections[1] !== DOORS) throw new Error('This is no record of declarations');
  const doors = (sections[2] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line): [string, string] => {
      const [name = '', file = ''] = line.split(' ');
      return [name, file];
    });
  const files: DeclarationFiles = {};
  for (let at = 3; at < sections.length; at += 2) files[sections[at] ?? ''] = sections[at + 1] ?? '';
  return { doors: Object.fromEntries(doors), files };
}

/** The file that a relative import of a declaration means; null when it is of a package, or not there. */
export function fileOf(files: DeclarationFiles, from: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part.replace(/\.(m?[jt]sx?)$/, ''));
  }
  const target = parts.join('/');
  return [`${target}.d.ts`, `${target}/index.d.ts`].find((file) => files[file] !== undefined) ?? null;
}

const SPECIFIER = /(?:\sfrom\s+|\bimport\s*\(\s*|^import\s+)(["'])([^"'\n]+)\1/gm;

const specifiersOf = (text: string) => [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier);

/**
 * The same doors, without what none of them refers to: what nobody can reach may change.
 * @throws when something that they refer to is missing: half a tree would look like a narrower one
 */
export function reachable(tree: DeclarationTree): DeclarationTree {
  const files: DeclarationFiles = {};
  const waiting = Object.values(tree.doors);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = tree.files[file];
    if (files[file] !== undefined || text === undefined) continue;
    files[file] = text;
    for (const specifier of specifiersOf(text)) {
      const target = fileOf(tree.files, file, specifier);
      if (target !== null) waiting.push(target);
      else if (/^\.(?!.*\.(css|json)$)/.test(specifier))
        throw new Error(`${file} refers to ${specifier}, of which the compiler wrote no declarations`);
    }
  }
  return { doors: tree.doors, files };
}

/** Packages, ours apart, whose types a tree names. */
export function packagesOf({ files }: DeclarationTree): string[] {
  const names = Object.values(files)
    .flatMap(specifiersOf)
    .filter((specifier) => !/^(\.|@ezdash\/)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].sort();
}
