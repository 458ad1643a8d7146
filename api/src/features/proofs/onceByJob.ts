import { type Db, inTransaction, type Trx } from '../../platform/db';

/** Rolls back what a job did before it found that its mail was written already. */
class SentBefore extends Error {}

/**
 * Work that ends in one mail whose key names the job: the queue may give the same job out again, when a process died
 * after the work and before the note of it. `work` answers whether its mail is new; if not, nothing of it stays, so
 * that the link of the first mail still works. Whether it was done.
 */
export async function onceByJob(db: Db, work: (trx: Trx) => Promise<boolean>): Promise<boolean> {
  try {
    return await inTransaction(db, async (trx) => {
      if (!(await work(trx))) throw new SentBefore();
      return true;
    });
  } catch (error) {
    if (error instanceof SentBefore) return false;
    throw error;
  }
}
