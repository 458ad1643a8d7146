// npm test: every test there is, the browser's included. `npm test -- unit pages database redis` runs some of them.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium, installChromium } from './lib/chromium.mjs';
import { giveUp, seconds, step } from './lib/console.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { answersAsRedis, findRedisServer, installRedisServer } from './lib/redis.mjs';
import { root, run } from './lib/run.mjs';

const KINDS = ['unit', 'pages', 'database', 'redis', 'browser'];
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

/** Runs a project of jest.config.mjs. */
async function jest(name, env = {}) {
  const file = path.join(scratch, `${name}.json`);
  const args = ['--selectProjects', name, '--silent', '--json', `--outputFile=${file}`, '--maxWorkers=100%'];
  const { code, output } = await step(`${name} tests`, () => run(bin('jest'), args, { env }));
  const result = readJson(file);
  totals.passed += result?.numPassedTests ?? 0;
  totals.failed += result?.numFailedTests ?? 0;
  if (result?.numRuntimeErrorTestSuites) totals.failed += result.numRuntimeErrorTestSuites;
  if (code !== 0 && !result) totals.failed++;
  const pending = result?.numPendingTests ?? 0;
  if (pending > 0) notRun.push(`${pending} ${name} tests: skipped in the code`);
  if (code !== 0) console.error(withoutReport(output));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Jest prints its JSON too when asked for it; people want the rest. */
const withoutReport = (output) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('{"num'))
    .join('\n')
    .trim();

/** A server of the run's own, or the one that REDIS_URL names; tests that kill a server need one of their own. */
async function redis() {
  const url = process.env.REDIS_URL;
  if (url && !(await answersAsRedis(url))) {
    notRun.push('redis tests: REDIS_URL names a Redis that does not answer. Start it, or unset REDIS_URL');
    return;
  }
  let server = findRedisServer();
  server ??= await step('Installing Redis', installRedisServer);
  if (server) return jest('redis', { REDIS_SERVER: server });
  if (!url) {
    notRun.push('redis tests: no redis-server found. Install Redis or set REDIS_URL');
    return;
  }
  notRun.push('redis tests of outages and clusters: no redis-server found to start and kill. Install Redis');
  return jest('redis', { EZDASH_NO_REDIS_SERVER: '1' });
}

/** What failed once and passed then, of Playwright's report. */
const flakyOf = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(flakyOf),
];

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
    }),
  );
  const report = readJson(file);
  const stats = report?.stats;
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
for (const kind of ['unit', 'pages', 'database']) if (wanted.includes(kind)) await jest(kind);
if (wanted.includes('redis')) await redis();
if (wanted.includes('browser')) await browser();
rmSync(scratch, { recursive: true, force: true });

for (const line of atSecondTry) console.log(`Failed once, passed then: ${line}`);
for (const line of notRun) console.log(`Not run: ${line}`);
console.log(`Tests ended after ${seconds(performance.now() - startedAt)}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
const incomplete = notRun.length > 0 && Boolean(process.env.CI);
process.exit(totals.failed > 0 || totals.passed === 0 || incomplete ? 1 : 0);
