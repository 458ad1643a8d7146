// Builds what changed: npm run build -- [shell|mf-…|tag|api …] [--force]
// Plain JavaScript, and no bundler is loaded, so that nothing to do takes no time.
import { build, TARGET_NAMES } from './build/build.mjs';

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...names.filter((name) => !TARGET_NAMES.includes(name)),
  ...args.filter((arg) => arg.startsWith('--') && arg !== '--force'),
];
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Known: ${TARGET_NAMES.join(', ')}, --force`);
  process.exit(2);
}
const { built, failed, elapsedMs } = await build({ names, force: args.includes('--force') });
if (failed.length > 0) process.exitCode = 1;
else if (built.length === 0) console.log(`Built already, nothing changed (${elapsedMs} ms)`);
