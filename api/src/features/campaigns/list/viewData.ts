import type { Db, Trx } from '../../../platform/db';
import * as repo from './views.repo';

/** A person's views: what an archive has of them, and what a deletion erases, kept answers with it. */
export const campaignViewData = {
  exportOf: async (userId: number, db: Db) =>
    (await repo.findViews(db, userId)).map(({ name, settings }) => ({ name, settings })),
  forget: (trx: Trx, userId: number): Promise<void> => repo.deleteAll(trx, userId),
};
