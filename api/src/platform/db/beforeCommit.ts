import { AsyncLocalStorage } from 'node:async_hooks';
import type { Trx } from './createDb';

type Write = (trx: Trx) => Promise<void>;

const writes = new AsyncLocalStorage<Write>();

/**
 * Runs `work`; every transaction in it that may change something also does `write`, last before it commits. What `write`
 * throws undoes the transaction. After a conflict it runs again with the rest.
 */
export function withBeforeCommit<T>(write: Write, work: () => T): T {
  return writes.run(write, work);
}

/** For `inTransaction`: what has to be written with the transaction that is about to commit. */
export async function writeBeforeCommit(trx: Trx): Promise<void> {
  await writes.getStore()?.(trx);
}
