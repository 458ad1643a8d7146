import path from 'node:path';
import { root, run } from './run.mjs';

/** Room for what is made and thrown away at once, in MB; with Node's own 16 a tenth of the time goes into sweeping it. */
const YOUNG_MB = 32;

/** Runs Jest, its workers with the same Node as it itself. */
export const runJest = (args, options) =>
  run(
    process.execPath,
    [`--max-semi-space-size=${YOUNG_MB}`, path.join(root, 'node_modules/jest/bin/jest.js'), ...args],
    options,
  );

/** What Jest printed, without its JSON, which it prints too when it is asked for a file of it. */
export const withoutReport = (output) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('{"num'))
    .join('\n')
    .trim();
