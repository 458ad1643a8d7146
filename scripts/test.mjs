// npm test: every test there is, the browser's included. `npm test -- unit pages database redis nginx` runs some of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readChecked } from './lib/checked.mjs';
import { findChromium, installChromium } from './lib/chromium.mjs';
import { giveUp, seconds, step } from './lib/console.mjs';
import { findProgram, installPackage } from './lib/debian.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJest as startJest, withoutReport } from './lib/jest.mjs';
import { answersAsRedis } from './lib/redis.mjs';
import { root, run } from './lib/run.mjs';

const KINDS = ['unit', 'pages', 'database', 'redis', 'nginx', 'browser'];
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = asked.filter((word) => !KINDS.includes(word));
if (unknown.length > 0)
  giveUp(`There are no tests called ${unknown.join(', ')}; there are: ${KINDS.join(', ')}.`);
const wanted = asked.length > 0 ? asked : KINDS;

const scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-test-'));
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const totals = { passed: 0, failed: 0 };
const notRun = [];
const atSecondTry = [];

/** Files that failed and may have done so because the machine stalled: more of them are no accident. */
const MOST_TRIED_AGAIN = 5;

/** Runs a project of jest.config.mjs, or some of its files. Answers the report, null without one, and what was printed. */
async function runJest(title, name, env, files = []) {
  const file = path.join(scratch, `${name}${files.length > 0 ? '-again' : ''}.json`);
  const workers = files.length > 0 ? '--runInBand' : '--maxWorkers=100%';
  const args = ['--selectProjects', name, '--silent', '--json', `--outputFile=${file}`, workers];
  if (files.length > 0) args.push('--runTestsByPath', ...files);
  const { code, output } = await step(title, () => startJest(args, { env }));
  if (code !== 0) console.error(withoutReport(output));
  return { code, report: readJson(file) };
}

const SLOWEST_TOLD = 12;

/** Where the time of a long run goes, for whoever wants it back. */
function tellSlowest(files) {
  for (const { name, ms } of files.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST_TOLD))
    console.log(`    ${seconds(ms)}  ${name}`);
}

const timesOf = (report) =>
  (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: path.relative(root, name),
    ms: endTime - startTime,
  }));
const failedFiles = (report) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed').map((one) => one.name);
const brokenOf = (report) => (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);

/** A project; in CI, what failed runs once more by itself. What passes then is named. */
async function jest(name, env = {}) {
  const { code, report } = await runJest(`${name} tests`, name, env);
  if (process.env.CI) tellSlowest(timesOf(report));
  totals.passed += report?.numPassedTests ?? 0;
  const pending = report?.numPendingTests ?? 0;
  if (pending > 0) notRun.push(`${pending} ${name} tests: skipped in the code`);
  if (code === 0) return;
  const files = failedFiles(report);
  const broken = Math.max(brokenOf(report), 1);
  if (!process.env.CI || files.length === 0 || files.length > MOST_TRIED_AGAIN) {
    totals.failed += broken;
    return;
  }
  const again = await runJest(`${name} tests that failed, alone`, name, env, files);
  const still = again.code === 0 ? 0 : Math.max(brokenOf(again.report), 1);
  totals.failed += still;
  if (still > 0) return;
  totals.passed += brokenOf(report);
  atSecondTry.push(...files.map((one) => path.relative(root, one)));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A program of this machine, from Debian's package of its name where it is missing; null when there is none. */
async function findOrInstall(title, name) {
  if (!findProgram(name)) await step(`Installing ${title}`, () => installPackage(name));
  return findProgram(name);
}

async function nginx() {
  const program = await findOrInstall('nginx', 'nginx');
  if (program) return jest('nginx', { NGINX: program });
  notRun.push('nginx tests: no nginx found. Install nginx');
}

/** A server of the run's own, or the one that REDIS_URL names; tests that kill a server need one of their own. */
async function redis() {
  const url = process.env.REDIS_URL;
  if (url && !(await answersAsRedis(url))) {
    notRun.push('redis tests: REDIS_URL names a Redis that does not answer. Start it, or unset REDIS_URL');
    return;
  }
  const server = await findOrInstall('Redis', 'redis-server');
  if (server) return jest('redis', { REDIS_SERVER: server });
  if (!url) {
    notRun.push('redis tests: no redis-server found. Install Redis or set REDIS_URL');
    return;
  }
  notRun.push('redis tests of outages and clusters: no redis-server found to start and kill. Install Redis');
  return jest('redis', { EZDASH_NO_REDIS_SERVER: '1' });
}

const allSpecs = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(allSpecs)];

/** What failed once and passed then, with why. */
const flakyOf = (report) =>
  allSpecs(report).flatMap(({ file, line, title, tests }) => {
    const flaky = tests.find(({ status }) => status === 'flaky');
    const why = flaky?.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n');
    return flaky ? [`${file}:${line} ${title}\n${why}`] : [];
  });

/** What each file of Playwright's report took, its networks aside. */
function timesInBrowser(report) {
  const ms = new Map();
  for (const { file, tests } of allSpecs(report))
    for (const { duration } of tests.flatMap(({ results }) => results))
      ms.set(file, (ms.get(file) ?? 0) + duration);
  return [...ms].map(([file, took]) => ({ name: `e2e/${file}`, ms: took }));
}

/** A line of Playwright's list of a test that failed. */
const FAILED_IN_BROWSER = /^\s*(✘|x)\s+\d+ /;

async function browser() {
  let chromium = await findChromium();
  chromium ??= await step('Installing Chromium', installChromium);
  if (!chromium) {
    const named = process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there`
      : 'no Chromium found';
    notRun.push(`browser tests: ${named}. Install Chromium or set CHROMIUM_PATH`);
    return;
  }
  const file = path.join(scratch, 'browser.json');
  const { code, output } = await step('browser tests', () =>
    run(bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'], {
      env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: '0' },
      // Told at once: of a run that is ended from outside nothing else is known.
      onLine: (line) => FAILED_IN_BROWSER.test(line) && console.log(line),
    }),
  );
  const report = readJson(file);
  const stats = report?.stats;
  if (process.env.CI) tellSlowest(timesInBrowser(report ?? {}));
  if (stats?.flaky) atSecondTry.push(...flakyOf(report));
  totals.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  totals.failed += (stats?.unexpected ?? 0) + (stats ? 0 : 1);
  if (stats?.skipped) notRun.push(`${stats.skipped} browser tests: skipped, or not reached after a failure`);
  if (code !== 0) console.error(output.trim());
}

const startedAt = performance.now();
await ensureInstalled();
const build = await run(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (build.code !== 0) giveUp('The build failed; what went wrong stands above.');
const checked = await readChecked();
for (const kind of ['unit', 'pages', 'database'].filter((each) => wanted.includes(each))) {
  if (!checked[kind]) await jest(kind);
  else {
    console.log(
      `  ${kind} tests: ${checked[kind]} passed in the check of this run, and nothing has changed since`,
    );
    totals.passed += checked[kind];
  }
}
if (wanted.includes('redis')) await redis();
if (wanted.includes('nginx')) await nginx();
if (wanted.includes('browser')) await browser();
rmSync(scratch, { recursive: true, force: true });

for (const line of atSecondTry) console.log(`Failed once, passed then: ${line}`);
for (const line of notRun) console.log(`Not run: ${line}`);
console.log(`Tests ended after ${seconds(performance.now() - startedAt)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
const incomplete = notRun.length > 0 && Boolean(process.env.CI);
process.exit(totals.failed > 0 || totals.passed === 0 || incomplete ? 1 : 0);
