// npm run derive: writes .env.example from the README's table of settings, and THIRD-PARTY-NOTICES.md from package-lock.json.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './build/targets.mjs';
import { DERIVED } from './derive/derived';

for (const [name, write] of Object.entries(DERIVED)) writeFileSync(path.join(rootDir, name), write(rootDir));
