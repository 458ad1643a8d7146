import { ShareError, type ShareOf, setRevenueShare } from '../features/properties';
import type { Db } from '../platform/db';
import { accountOf, actorOf, rowOf } from './operator';
import { UsageError } from './withDatabase';

export interface RevenueShareArgs {
  publisher?: string;
  property?: string;
  percent?: string;
  default?: boolean;
  why?: string;
  by?: string;
}

/** `82.5` as 8250 basis points, without floating point. */
export function basisPoints(text: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text);
  const bps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN;
  if (!(bps <= 10_000)) throw new UsageError('--percent: a number from 0 to 100 with at most two decimals.');
  return bps;
}

const percentText = (bps: number | null) => (bps === null ? "its publisher's share" : `${bps / 100} %`);

async function ownerOf(db: Db, { publisher, property }: RevenueShareArgs): Promise<ShareOf> {
  if (publisher !== undefined && property === undefined)
    return { publisherId: await accountOf(db, publisher, 'publisher') };
  if (property !== undefined && publisher === undefined)
    return { propertyId: await rowOf(db, 'property', property) };
  throw new UsageError('Name either a --publisher or a --property.');
}

/** Sets the share of a publisher or a property. Answers the exit code. Throws UsageError. */
export async function changeRevenueShare(
  db: Db,
  args: RevenueShareArgs,
  print: (text: string) => void,
): Promise<number> {
  const { percent, why = '' } = args;
  if ((percent === undefined) === !args.default) throw new UsageError('Say either --percent or --default.');
  const shareBps = percent === undefined ? null : basisPoints(percent);
  const of = await ownerOf(db, args);
  const by = await actorOf(db, args.by);
  try {
    const { changed, before } = await setRevenueShare(db, { of, shareBps, by, why });
    const whose = args.publisher ?? args.property ?? '';
    print(
      changed
        ? `${whose} has ${percentText(shareBps)} from the next decision on; before it was ${percentText(before)}.`
        : `${whose} had ${percentText(shareBps)} before; nothing has changed.`,
    );
    return 0;
  } catch (error) {
    if (error instanceof ShareError) throw new UsageError(error.message);
    throw error;
  }
}
