import type { WayIn } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';

const DAY_MS = 86_400_000;
/** What was added so shortly before a reset by mail may be somebody else's: it goes with the old password. */
const DOUBTED_MS = 7 * DAY_MS;

/** What signs in to an account beside its password, or is asked for behind it; from the features that keep it. */
export interface WaysIn {
  /** Oldest first. */
  list(trx: Trx, userId: number): Promise<WayIn[]>;
  /**
   * Takes away the linked accounts and passkeys that were added after `since`, though not what the account was made
   * with. A second factor stays: a mailbox alone must not take it away.
   */
  dropAddedSince(trx: Trx, userId: number, since: Date): Promise<WayIn[]>;
}

/** What a reset by mail made of an account's ways in. */
export interface WaysInAfterReset {
  removed: WayIn[];
  remaining: WayIn[];
}

export async function dropDoubtedWaysIn(
  waysIn: WaysIn | undefined,
  trx: Trx,
  userId: number,
  now: Date,
): Promise<WaysInAfterReset> {
  if (!waysIn) return { removed: [], remaining: [] };
  const removed = await waysIn.dropAddedSince(trx, userId, new Date(now.getTime() - DOUBTED_MS));
  return { removed, remaining: await waysIn.list(trx, userId) };
}
