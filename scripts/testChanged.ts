// npm run test:changed [-- --since COMMIT]: the tests that a change may break. Against where the branch left main, or the
// last commit; what is not committed counts. --list names them and runs nothing; --no-browser leaves the journeys out.
import path from 'node:path';
import { rootDir } from './build/targets.mjs';
import { changedFiles } from './changed/changedFiles';
import { chooseJourneys } from './changed/journeys';
import { readCode } from './changed/readCode';
import { widen } from './changed/widen';
import { findChromium } from './lib/chromium.mjs';
import { giveUp, seconds } from './lib/console.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJest } from './lib/jest.mjs';
import { run } from './lib/run.mjs';

const startedAt = performance.now();
const words = process.argv.slice(2);
const at = words.indexOf('--since');
const since = at < 0 ? undefined : words[at + 1];
const known = new Set(['--since', '--list', '--no-browser', since]);
const unknown = words.filter((word) => !known.has(word));
if (unknown.length > 0) giveUp(`Unknown: ${unknown.join(' ')}. Known: --since COMMIT, --list, --no-browser`);

/** Of these everything depends. */
const DECIDES_ALL = /^(package(-lock)?\.json|jest\.config\.mjs|tsconfig[^/]*\.json)$/;
const isCode = (file: string) => /\.([cm]?[jt]sx?|json)$/.test(file);

await ensureInstalled();
const changed = changedFiles(since);
if (changed.files.length === 0) {
  console.log(`Nothing has changed since ${changed.since}.`);
  process.exit(0);
}
console.log(`${changed.files.length} files have changed since ${changed.since}.`);
const everything = changed.files.filter((file) => DECIDES_ALL.test(file));
if (everything.length > 0) giveUp(`All tests depend on ${everything.join(', ')}: npm test`);

const code = await readCode();
const files = widen(code, changed);
const { chosen, pages } = chooseJourneys(code, files);
const isWanted = !words.includes('--no-browser');
const all = [...code.files.keys()].filter((file) => file.startsWith('e2e/') && file.endsWith('.spec.ts'));
const journeys = isWanted ? chosen : [];

const jestArgs = [
  '--findRelatedTests',
  ...files.filter(isCode).map((file) => path.join(rootDir, file)),
  '--passWithNoTests',
];
const listed = await runJest([...jestArgs, '--listTests'], {});
const tests = listed.output.split('\n').filter((line) => line.startsWith(rootDir));
console.log(`  ${tests.length} files of tests, ${journeys.length} of ${all.length} journeys`);
if (pages.length > 0) console.log(`  Pages it may show on: ${pages.join(', ')}`);
if (!isWanted && chosen.length > 0) console.log(`  Left out: ${chosen.length} journeys (--no-browser)`);
if (words.includes('--list')) {
  for (const file of [...tests.map((test) => path.relative(rootDir, test)), ...journeys])
    console.log(`    ${file}`);
  process.exit(0);
}

let failed = false;
if (tests.length > 0) {
  const { code: ended } = await run(
    process.execPath,
    [path.join(rootDir, 'node_modules/jest/bin/jest.js'), ...jestArgs, '--silent'],
    { stdio: 'inherit' },
  );
  failed ||= ended !== 0;
}
if (journeys.length > 0) {
  const chromium = await findChromium();
  const build = chromium ? await run(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' }) : null;
  if (!chromium) console.log('  Left out: the journeys, as no Chromium was found (npm test installs one)');
  else if (build?.code !== 0) giveUp('The build failed; what went wrong stands above.');
  else {
    const playwright = path.join(rootDir, 'node_modules/.bin/playwright');
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list', ...journeys];
    const { code: ended } = await run(playwright, args, {
      stdio: 'inherit',
      env: { CHROMIUM_PATH: chromium },
    });
    failed ||= ended !== 0;
  }
}
console.log(
  `  Left out: ${all.length - journeys.length} journeys, and every other test that imports nothing of it`,
);
console.log(`Ended after ${seconds(performance.now() - startedAt)}`);
process.exit(failed ? 1 : 0);
