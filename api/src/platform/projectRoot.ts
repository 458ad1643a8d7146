import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | undefined;

/** The checkout: the folder above this file, compiled or not, that holds `api/migrations`. */
export function projectRoot(): string {
  if (known) return known;
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'api/migrations'))) {
      known = at;
      return at;
    }
    if (at === path.dirname(at)) throw new Error('api/migrations was not found above the server’s code');
  }
}

/** The remotes of this checkout, or of a copy of what it built: the folders of their names. */
export const remoteNames = (): string[] =>
  readdirSync(projectRoot(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^mf-[a-z]+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
