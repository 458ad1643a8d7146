import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeNotices } from './notices';
import { writeExample } from './settings';

/** Files at the root that others say all of, by name. */
export const DERIVED: Readonly<Record<string, (root: string) => string>> = {
  '.env.example': (root) => writeExample(readFileSync(path.join(root, 'README.md'), 'utf8')),
  'THIRD-PARTY-NOTICES.md': writeNotices,
};
