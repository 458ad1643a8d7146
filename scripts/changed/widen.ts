import path from 'node:path';
import type { Changed } from './changedFiles';
import type { Code } from './journeys';

const TABLE =
  /\b(?:TABLE(?: IF (?:NOT )?EXISTS)?|UPDATE|INTO|FROM|ON|INDEX \w+ ON)\s+(?:ezdash\.)?"?([a-z][a-z_]{3,})"?/gi;
const KEY = /^[+-]\s*"([^"]+)":/;

/** Files of code that say one of these words. */
function speaking(code: Code, of: RegExp, words: readonly string[]): string[] {
  if (words.length === 0) return [];
  const any = new RegExp(
    `\\b(?:${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})\\b`,
  );
  return [...code.files].filter(([file, text]) => of.test(file) && any.test(text)).map(([file]) => file);
}

const isTexts = (file: string) => /\/locales\/[\w-]+\.json$/.test(file);
const isMigration = (file: string) => /\.sql$/.test(file);

/**
 * Files to look for tests of. What is not imported is known by its words: a migration by the tables it names, a document or
 * an article by its own name in a test. Of a file of texts, which all of a remote imports, only what says a changed key.
 */
export function widen(code: Code, { files, linesOf }: Changed): string[] {
  const found = files.flatMap((file) => {
    const folder = file.split('/')[0] ?? '';
    if (isTexts(file)) {
      const keys = linesOf(file).flatMap((line) => KEY.exec(line)?.[1] ?? []);
      const users = speaking(code, new RegExp(`^${folder}/(?!.*/locales/)`), keys);
      return users.length > 0 ? [...users, ...speaking(code, /locales.*\.test\.ts$/, ['locales'])] : [file];
    }
    if (isMigration(file)) {
      const tables = linesOf(file).flatMap((line) => [...line.matchAll(TABLE)].map(([, name]) => name ?? ''));
      return speaking(code, /^api\/src\//, [...new Set(tables)]);
    }
    if (code.files.has(file) || code.importers.has(file)) return [file];
    return speaking(code, /\.test\.tsx?$/, [path.basename(file)]);
  });
  return [...new Set(found)].sort();
}
