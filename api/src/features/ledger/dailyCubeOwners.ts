/**
 * Which cubes `rollup_daily` has, and whose figures each adds up. Said here once more, since what checks the daily sums
 * takes nothing from those who write them (and the ledger imports no feature): a cube that is gone is missed then. A
 * test holds it to `events/dailyCubes.ts`.
 */
export const DAILY_CUBE_OWNERS: Readonly<Record<'advertiser' | 'publisher', readonly number[]>> = {
  advertiser: [3, 4, 9, 10, 11, 12, 15, 16, 20, 21, 22],
  publisher: [6, 7, 13, 14, 17, 18, 19, 23, 24],
};
/** Those of them that keep the sub id. A day that was folded before there were any has none of them. */
export const CUBES_OF_SUBS: readonly number[] = [20, 21, 22, 23, 24];
