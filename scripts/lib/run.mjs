import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

const SIGNALS = ['SIGTERM', 'SIGINT'];
/** A child that has not ended by then is ended: an installation goes on to its end otherwise, and can begin anew. */
const GRACE_MS = 5_000;
const children = new Set();
let received;

function end(signal) {
  received ??= signal;
  for (const child of children) {
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  }
}

/** True once a signal asked this process to end: nothing new is to be started. */
export const isEnding = () => received !== undefined;

/**
 * Lets a child end with this process: SIGTERM and SIGINT are passed on, and once the last child is gone this process
 * ends with the shell's code for the signal (143, 130). While no child runs, signals do what they always do.
 */
export function endTogether(child) {
  if (children.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  children.add(child);
  const forget = () => {
    if (!children.delete(child) || children.size > 0) return;
    if (received) process.exit(128 + constants.signals[received]);
    for (const signal of SIGNALS) process.off(signal, end);
  };
  child.on('error', forget);
  child.on('close', forget);
  return child;
}

/**
 * Runs a command. Resolves with its exit code and, unless `stdio` is given, with all it printed; `onLine` hears each
 * line as it comes. Never rejects for a command that fails: the caller decides what that means. Ends with this process.
 */
export function run(command, args, { stdio = 'pipe', env = {}, cwd = root, onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = endTogether(spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } }));
    let output = '';
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}
