import { type Db, inTransaction } from '../../../platform/db';
import { extendLines } from './extendLines';
import {
  cutOf,
  findLast,
  groupPostings,
  hasNews,
  lockLines,
  marksOf,
  type Reach,
  reachOf,
  saveLines,
  saveMarks,
} from './foldLines.repo';

const LOCK_NOT_AVAILABLE = '55P03';

/** A posting that does not end must keep nobody from reading what was before it: the rest is taken in the next time. */
function noneWhenHeld(error: unknown): Reach[] {
  if ((error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE) return [];
  throw error;
}

/** So many postings are grouped by one statement: all of a long past would take longer than a statement may. */
const MOST_AT_ONCE = 200_000;

/** Takes some of it in; false when nothing is left. */
function foldSome(db: Db, advertiserId: number, reaches: readonly Reach[], most: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockLines(trx, advertiserId);
    const marks = await marksOf(
      trx,
      reaches.map(({ id }) => id),
    );
    const isNew = ({ after, until }: Reach) => until > after;
    const left = reaches.map((reach) => ({ ...reach, after: marks.get(reach.id) ?? 0n })).filter(isNew);
    if (left.length === 0) return false;
    const cut = await cutOf(trx, left, most);
    const upTo = (until: bigint) => (cut !== null && cut < until ? cut : until);
    const now = left.map((reach) => ({ ...reach, until: upTo(reach.until) })).filter(isNew);
    const groups = await groupPostings(trx, now);
    await saveLines(trx, advertiserId, extendLines(await findLast(trx, advertiserId), groups));
    await saveMarks(trx, now);
    return cut !== null;
  });
}

/**
 * Takes the ledger's new postings into the advertiser's lines. Several may try at the same time, on any server; each
 * posting is taken in once. The ledger itself is only read, and held for no longer than it takes to see its end.
 */
export async function foldLines(db: Db, advertiserId: number, most = MOST_AT_ONCE): Promise<void> {
  if (!(await hasNews(db, advertiserId))) return;
  const reaches = await reachOf(db, advertiserId).catch(noneWhenHeld);
  if (reaches.length === 0) return;
  while (await foldSome(db, advertiserId, reaches, most));
}
