// npm run dev: what dev.ts says, with the packages installed.
import './lib/envFile.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/run.mjs';

await ensureInstalled();
const { register } = await import('tsx/esm/api');
register();
process.chdir(root);
await import('./dev.ts');
