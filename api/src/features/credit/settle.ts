import type { Db, Trx } from '../../platform/db';
import { holdDebt, repayFromCash } from '../ledger';
import * as repo from './credit.repo';
import { standingOf } from './standing';

/** Brings a line to what its statements say, with the advertiser's accounts held; answers whether its state changed. */
export async function settleLine(trx: Trx, advertiserId: number, now: Date): Promise<boolean> {
  const { owedMicros } = await holdDebt(trx, advertiserId);
  const line = await repo.lockLine(trx, advertiserId);
  if (!line) return false;
  const open = await repo.findOpenStatements(trx, [advertiserId]);
  const { state, settled } = standingOf({ state: line.state, owedMicros }, open, now);
  await repo.settleStatements(trx, settled, now);
  if (state === line.state) return false;
  await repo.setState(trx, advertiserId, state, now);
  return true;
}

/** Whose line does not stand as its statements say. */
export async function findUnsettled(db: Db, now: Date): Promise<number[]> {
  const lines = await repo.findWatched(db);
  const open = await repo.findOpenStatements(
    db,
    lines.map(({ advertiserId }) => advertiserId),
  );
  return lines
    .filter((line) => {
      const own = open.filter(({ advertiserId }) => advertiserId === line.advertiserId);
      const { state, settled } = standingOf(line, own, now);
      return settled.length > 0 || state !== line.state;
    })
    .map(({ advertiserId }) => advertiserId);
}

/** Cash repays what is owed, and the line follows. Answers what was repaid; nothing when nobody owes. */
export async function repayAndSettle(
  trx: Trx,
  advertiserId: number,
  reference: string,
  now: Date,
): Promise<bigint> {
  const repaidMicros = await repayFromCash(trx, { ownerId: advertiserId, reference, occurredAt: now });
  if (repaidMicros > 0n) await settleLine(trx, advertiserId, now);
  return repaidMicros;
}
