// npm run check: what CI runs first. Types, lint, import rules, lengths, the contract, unit tests; under three minutes. The
// tests of pages take as long again and come with `npm test`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beginChecked } from './lib/checked.mjs';
import { seconds, step } from './lib/console.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runJest, withoutReport } from './lib/jest.mjs';
import { root, run } from './lib/run.mjs';

const MOST_LINES = 500;
const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Hand-written code in files nobody can hold in the head is refused. */
async function lengths() {
  const { output } = await run('git', [
    'ls-files',
    '-co',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.cjs',
    '*.css',
    '*.sql',
  ]);
  const long = output
    .split('\n')
    .filter((file) => file && !/\.gen\.ts$/.test(file))
    .map((file) => {
      try {
        return [file, readFileSync(path.join(root, file), 'utf8').split('\n').length - 1];
      } catch {
        return [file, 0];
      }
    })
    .filter(([, lines]) => lines > MOST_LINES);
  return {
    code: long.length === 0 ? 0 : 1,
    output: long.map(([file, lines]) => `${file}: ${lines} lines, at most ${MOST_LINES}`).join('\n'),
  };
}

const scratch = mkdtempSync(path.join(tmpdir(), 'ezdash-check-'));
let passedTests = 0;

async function unitTests() {
  const file = path.join(scratch, 'unit.json');
  const args = [
    '--selectProjects',
    'unit',
    '--silent',
    '--maxWorkers=100%',
    '--json',
    `--outputFile=${file}`,
  ];
  const { code, output } = await runJest(args);
  if (code === 0) {
    const { numPassedTests, numPendingTests } = JSON.parse(readFileSync(file, 'utf8'));
    // `npm test` tells of those that are skipped.
    passedTests = numPendingTests === 0 ? numPassedTests : 0;
  }
  return { code, output: withoutReport(output) };
}

/** One after the other; those of a line side by side, as each of them keeps one core busy and no more. */
const stages = [
  [['types of the pages', () => run(bin('tsc'), ['-p', 'tsconfig.web.json'])]],
  [['types of the server', () => run(bin('tsc'), ['-p', 'tsconfig.node.json'])]],
  [['lint and format', () => run(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=40', '.'])]],
  [
    ['import rules', () => run(process.execPath, ['scripts/imports.mjs'])],
    ['comparisons of times', () => run(process.execPath, ['scripts/instants.mjs'])],
    ['contract', () => run(process.execPath, ['--import', 'tsx', 'scripts/contract.ts', 'check'])],
  ],
  [['file lengths', lengths]],
  [['unit tests', unitTests]],
];

/** Whether the step passed; what went wrong is told. */
async function passes([name, work]) {
  const { code, output } = await step(name, work);
  if (code !== 0) console.error(`${output.trim()}\n  ${name}: failed`);
  return code === 0;
}

await ensureInstalled();
const sayPassed = await beginChecked();
const startedAt = performance.now();
const results = [];
for (const steps of stages) results.push(...(await Promise.all(steps.map(passes))));
const failed = results.filter((passed) => !passed).length;
rmSync(scratch, { recursive: true, force: true });
if (failed === 0) sayPassed({ unit: passedTests });
console.log(`Check ${failed === 0 ? 'passed' : 'failed'} in ${seconds(performance.now() - startedAt)}`);
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
