/**
 * Which of so many faults the tests find: operators, conditions and returned values of the product, drawn by a seed, one
 * at a time, in a copy of the checkout. The tests of a fault are those that reach its file by imports, the nearest first.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom } from '../../../api/src/features/xero/chaos/seededRandom';
import { copyCheckout } from '../../../e2e/support/buildCopy';
import { rootDir } from '../../build/targets.mjs';
import type { Code } from '../../changed/journeys';
import { readCode } from '../../changed/readCode';
import { run as runProcess } from '../../lib/run.mjs';
import { findSites, type Site, withFault } from './sites';

const MUTANTS = Number(process.env.BENCH_MUTANTS ?? 200);
const SEED = Number(process.env.BENCH_SEED ?? 1);
/** Files of tests that are asked together: a fault that the nearest find need not trouble the others. */
const ROUNDS = [4, 16];

const REPORTER = path.join(import.meta.dirname, 'firstFailure.cjs');
/** What waits for what a fault keeps from coming has found it. */
const TEST_MS = 15_000;
const ROUND_S = 240;

const PRODUCT = /^(api\/(src|tag)|shell\/src|mf-[\w-]+\/src|packages\/[\w-]+\/src)\/.*\.tsx?$/;
const NO_PRODUCT = /\.test\.|\.d\.ts$|\/test[A-Z][^/]*$|\/(testing|template|chaos)\//;
const TEST = /\.test\.tsx?$/;
/** They want programs that not every machine has. */
const APART = /\.(nginx|redis)\.test\.ts$/;

/** Drawn without putting back. */
function draw(sites: readonly Site[], count: number): Site[] {
  const random = seededRandom(SEED);
  const left = [...sites];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const at = Math.floor(random() * left.length);
    const [site] = left.splice(at, 1);
    return site as Site;
  });
}

/** Tests that a file reaches by imports, the nearest first. */
function testsOf({ importers }: Code, file: string): string[] {
  const found = new Set([file]);
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer);
  return [...found].filter((each) => TEST.test(each) && !APART.test(each));
}

/** @returns whether a test failed, or did not end */
async function failsIn(checkout: string, tests: readonly string[]): Promise<boolean> {
  const jest = path.join(rootDir, 'node_modules/jest/bin/jest.js');
  const args = [
    '--bail=1',
    '--silent',
    `--testTimeout=${TEST_MS}`,
    `--reporters=${REPORTER}`,
    '--runTestsByPath',
    ...tests,
  ];
  const { code } = await runProcess('timeout', [String(ROUND_S), process.execPath, jest, ...args], {
    cwd: checkout,
  });
  return code !== 0;
}

async function isFound(checkout: string, site: Site, tests: readonly string[]): Promise<boolean> {
  const whole = path.join(checkout, site.file);
  const text = readFileSync(whole, 'utf8');
  writeFileSync(whole, withFault(text, site));
  try {
    let at = 0;
    for (const round of ROUNDS) {
      const some = tests.slice(at, at + round);
      if (some.length > 0 && (await failsIn(checkout, some))) return true;
      at += round;
    }
    return false;
  } finally {
    writeFileSync(whole, text);
  }
}

/** `BENCH_MUTANTS` (200), `BENCH_SEED` (1). */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-mutants-'));
  const checkout = path.join(folder, 'ezdash');
  mkdirSync(checkout);
  copyCheckout(checkout);
  try {
    const code = await readCode();
    const product = [...code.files.keys()].filter((file) => PRODUCT.test(file) && !NO_PRODUCT.test(file));
    const sites = product.sort().flatMap((file) => findSites(file, code.files.get(file) ?? ''));
    const drawn = draw(sites, MUTANTS);
    const nearest = new Set(drawn.flatMap(({ file }) => testsOf(code, file)[0] ?? []));
    if (await failsIn(checkout, [...nearest])) throw new Error('The tests fail without a fault');
    const survived: string[] = [];
    let found = 0;
    for (const [at, site] of drawn.entries()) {
      const isCaught = await isFound(checkout, site, testsOf(code, site.file));
      const said = `${site.file}:${site.line} ${site.before.slice(0, 80)} → ${site.after.slice(0, 80)}`;
      if (isCaught) found += 1;
      else survived.push(said);
      console.error(`${at + 1} ${isCaught ? 'found' : 'NOT FOUND'} ${said.replaceAll(/\s+/g, ' ')}`);
    }
    const count = found + survived.length;
    return {
      metrics: { faults: count, found, share_found: Math.round((found / count) * 1_000) / 1_000, seed: SEED },
      notes: [
        `One fault at a time, of ${sites.length} that ${product.length} files of the product have places for`,
        `Asked: the files of tests that reach the fault's by imports, the nearest ${ROUNDS.reduce((sum, n) => sum + n, 0)}; journeys, Redis and nginx are not`,
        ...survived.map((said) => `Not found: ${said}`),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
