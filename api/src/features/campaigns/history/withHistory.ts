import type { Trx } from '../../../platform/db';
import { differences } from './differences';
import { insertChanges, type NewChange, type Stroke } from './history.repo';
import { takeSnapshots } from './snapshots';

/**
 * The one door to what changes campaigns, their targeting, goals and creatives: whatever `work` does to these
 * campaigns is in their history when the transaction ends, and nothing is when it fails. Compares what was with what
 * is, so `work` has to say nothing of what it does; a campaign that stayed as it was gets no line. Holds the campaigns
 * (in the order of their ids) before `work` begins.
 *
 * @param trx the transaction in which `work` writes, too
 * @param campaignIds rows of the campaigns that `work` may change; those that do not exist are passed over
 */
export async function withHistory<T>(
  trx: Trx,
  stroke: Stroke,
  campaignIds: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  return (await withLines(trx, stroke, campaignIds, work)).result;
}

/** `withHistory` that answers the line of each campaign, too; none of one that stayed as it was. */
export async function withLines<T>(
  trx: Trx,
  stroke: Stroke,
  campaignIds: readonly number[],
  work: () => Promise<T>,
): Promise<{ result: T; lines: ReadonlyMap<number, number> }> {
  const before = await takeSnapshots(trx, campaignIds);
  const result = await work();
  const after = await takeSnapshots(trx, [...before.keys()]);
  const changes = [...before].flatMap(([campaignId, was]): NewChange[] => {
    const found = differences(was, after.get(campaignId) ?? was);
    return Object.keys(found).length === 0 ? [] : [{ campaignId, kind: 'changed', changes: found }];
  });
  return { result, lines: await insertChanges(trx, stroke, changes) };
}

/** The first line of campaigns that were made in this transaction; after it, `withHistory` is the door. */
export async function recordCreated(trx: Trx, stroke: Stroke, campaignIds: readonly number[]): Promise<void> {
  await insertChanges(
    trx,
    stroke,
    // What a campaign began with is in the `before` of the lines that follow, and in the campaign itself.
    campaignIds.map((campaignId) => ({ campaignId, kind: 'created', changes: {} })),
  );
}
