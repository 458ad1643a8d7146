import { setTimeout as pause } from 'node:timers/promises';

const WAIT_MS = 15_000;
const STEP_MS = 20;

/** What is read once it is as it should be; throws that `what` did not come when that takes more than 15 s. */
export async function until<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  what: string,
): Promise<T> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += STEP_MS) {
    const value = await read();
    if (isDone(value)) return value;
    await pause(STEP_MS);
  }
  throw new Error(`${what} did not come`);
}
