// npm run pack:kit [-- DIR]: what teams in other repositories build their remotes with, as npm archives in DIR (kit).
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { rootDir } from './build/targets.mjs';

// For ES modules alone: `--import tsx` would also rewrite what the bundler copies into the shell.
register();
const { packKit } = await import('./remotes/packKit.ts');

const [folder = 'kit', ...more] = process.argv.slice(2);
if (folder.startsWith('-') || more.length > 0) {
  console.error('Usage: npm run pack:kit [-- DIR]');
  process.exit(2);
}
const target = path.resolve(process.env.INIT_CWD ?? rootDir, folder);
try {
  for (const file of await packKit(target)) console.log(path.join(target, file));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
