import { type Db, inTransaction, type Trx } from '../../platform/db';
import { noteMoneyAction } from '../ledger';

/** Whole basis points; 10,000 is all of the price. */
const MOST_BPS = 10_000;

/** Whose share: a publisher's, for all properties without one of their own, or one property's. Rows' numbers. */
export type ShareOf = { publisherId: number } | { propertyId: number };

export interface ShareChange {
  of: ShareOf;
  /** Basis points of the price; null lets a property follow its publisher. */
  shareBps: number | null;
  /** Who decided it. */
  by: string;
  why: string;
}

export class ShareError extends Error {
  override readonly name = 'ShareError';
}

/** Answers the share before; undefined when there is no such publisher or property. */
async function readShare(trx: Trx, of: ShareOf): Promise<{ bps: number | null } | undefined> {
  if ('propertyId' in of)
    return trx
      .selectFrom('property')
      .select('revenue_share_bps as bps')
      .where('id', '=', of.propertyId)
      .forUpdate()
      .executeTakeFirst();
  return trx
    .selectFrom('app_user')
    .select('revenue_share_bps as bps')
    .where('id', '=', of.publisherId)
    .where('role', '=', 'publisher')
    .forUpdate()
    .executeTakeFirst();
}

async function writeShare(trx: Trx, of: ShareOf, shareBps: number | null): Promise<void> {
  if ('propertyId' in of)
    await trx
      .updateTable('property')
      .set({ revenue_share_bps: shareBps })
      .where('id', '=', of.propertyId)
      .execute();
  else if (shareBps !== null)
    await trx
      .updateTable('app_user')
      .set({ revenue_share_bps: shareBps })
      .where('id', '=', of.publisherId)
      .execute();
}

/**
 * Sets a share from the next decision on: a decision carries its price and the publisher's part with it. Audited, and
 * answers the share before. Throws ShareError for what is no share or nobody's.
 */
export function setRevenueShare(
  db: Db,
  change: ShareChange,
): Promise<{ changed: boolean; before: number | null }> {
  const { of, shareBps, by, why } = change;
  if (shareBps !== null && !(Number.isInteger(shareBps) && shareBps >= 0 && shareBps <= MOST_BPS))
    throw new ShareError('A share is from 0 to 100 percent, with at most two decimals.');
  if (shareBps === null && 'publisherId' in of) throw new ShareError('A publisher always has a share.');
  if (why.trim() === '') throw new ShareError('Say why the share changes.');
  return inTransaction(db, async (trx) => {
    const before = await readShare(trx, of);
    if (!before) throw new ShareError('There is no such publisher or property.');
    if (before.bps === shareBps) return { changed: false, before: before.bps };
    await writeShare(trx, of, shareBps);
    const whose = 'propertyId' in of ? { property: of.propertyId } : { publisher: of.publisherId };
    await noteMoneyAction(trx, {
      actor: by,
      action: 'share_changed',
      why,
      detail: { ...whose, from_bps: before.bps, to_bps: shareBps },
    });
    return { changed: true, before: before.bps };
  });
}
