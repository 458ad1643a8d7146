// npm run check: what CI runs first. Types, lint, import rules, lengths, the contract, unit tests; under three minutes. The
// tests of pages take as long again and come with `npm test`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { seconds, step } from './lib/console.mjs';
import { ensureInstalled } from './lib/install.mjs';
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

const steps = [
  ['types of the pages', () => run(bin('tsc'), ['-p', 'tsconfig.web.json'])],
  ['types of the server', () => run(bin('tsc'), ['-p', 'tsconfig.node.json'])],
  ['lint and format', () => run(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=40', '.'])],
  ['import rules', () => run(process.execPath, ['scripts/imports.mjs'])],
  ['file lengths', lengths],
  ['contract', () => run(process.execPath, ['--import', 'tsx', 'scripts/contract.ts', 'check'])],
  ['unit tests', () => run(bin('jest'), ['--selectProjects', 'unit', '--silent', '--maxWorkers=100%'])],
];

await ensureInstalled();
const startedAt = performance.now();
let failed = 0;
for (const [name, work] of steps) {
  const { code, output } = await step(name, work);
  if (code === 0) continue;
  failed++;
  console.error(`${output.trim()}\n  ${name}: failed`);
}
console.log(`Check ${failed === 0 ? 'passed' : 'failed'} in ${seconds(performance.now() - startedAt)}`);
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
