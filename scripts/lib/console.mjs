// What the commands say while they work: one line a step, with its time.
const tty = Boolean(process.stdout.isTTY);
const dim = (text) => (tty ? `\u001b[2m${text}\u001b[22m` : text);

/** Seconds with one digit below ten, none above. */
export const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const ALIVE_MS = tty ? 10_000 : 60_000;

/** Runs a step and says how long it took; while a long one runs, a line now and then says that it lives. */
export async function step(name, work) {
  const startedAt = performance.now();
  const alive = setInterval(() => {
    console.log(dim(`  ${name} … ${seconds(performance.now() - startedAt)}`));
  }, ALIVE_MS);
  try {
    const result = await work();
    console.log(`  ${name} ${dim(seconds(performance.now() - startedAt))}`);
    return result;
  } finally {
    clearInterval(alive);
  }
}

/** One clear sentence and a non-zero exit. */
export function giveUp(message) {
  console.error(message);
  process.exit(1);
}
