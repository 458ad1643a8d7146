import { HOLD_RULES, type HoldReason } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { releaseHolds } from '../events';
import type { Publisher } from '../realtime';
import { decideCase, insertCase, lockOpenCase, updateCase } from './cases.repo';
import { findSources, type SourceRow } from './figures.repo';
import { figuresOf } from './presentCase';
import { reasonsOf } from './rules';

const DAY_MS = 86_400_000;
const utcDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** What became of earnings on hold, for those who tell their publisher. */
export interface HoldNews {
  caseId: number;
  publisherId: number;
  propertyId: number;
  property: string;
  domain: string;
  what: 'held' | 'released' | 'taken_back';
  amountMicros: bigint;
  reasons: readonly string[];
}

export interface HoldDeps {
  db: Db;
  clock: Clock;
  publisher: Pick<Publisher, 'toAccount' | 'toOperators'>;
  /** Told in the transaction of what happened. */
  onChanged?(trx: Trx, news: HoldNews): Promise<void>;
}

export async function announceHold(
  trx: Trx,
  { publisher, onChanged }: Pick<HoldDeps, 'publisher' | 'onChanged'>,
  news: HoldNews,
): Promise<void> {
  await onChanged?.(trx, news);
  await publisher.toAccount(trx, news.publisherId, 'balance.changed', {});
  await publisher.toOperators(trx, 'money.changed', {});
}

const placeOf = (row: SourceRow) => ({
  publisherId: row.publisher_id,
  propertyId: row.property_id,
  property: row.property,
  domain: row.domain,
});

/** Opens a case, or brings the figures of the open one up to now. */
async function raise(trx: Trx, deps: HoldDeps, row: SourceRow, reasons: HoldReason[]): Promise<void> {
  const figures = figuresOf(row);
  if (row.open_case !== null) return updateCase(trx, row.open_case, { reasons, figures });
  const { publisher_id, property_id, source } = row;
  const caseId = await insertCase(trx, {
    publisher_id,
    property_id,
    source,
    reasons,
    figures,
    opened_at: deps.clock.now(),
  });
  if (caseId === null) return;
  await announceHold(trx, deps, {
    caseId,
    ...placeOf(row),
    what: 'held',
    amountMicros: BigInt(row.own.held_micros),
    reasons,
  });
}

/** No reason holds any more: a case that is open ends, and what has waited long enough is released. */
async function pass(trx: Trx, deps: HoldDeps, row: SourceRow): Promise<void> {
  const now = deps.clock.now();
  const { publisher_id: publisherId, property_id: propertyId, source } = row;
  const untilDay = utcDay(now.getTime() - (HOLD_RULES.waitingDays + 1) * DAY_MS);
  // The accounts before the case, as an operator's decision does.
  const amountMicros = await releaseHolds(trx, {
    publisherId,
    propertyId,
    source,
    untilDay,
    caseId: null,
    now,
  });
  const ended = row.open_case !== null && (await lockOpenCase(trx, row.open_case)) ? row.open_case : null;
  if (ended !== null) {
    const decision = { state: 'released' as const, decidedAt: now, decidedBy: null, why: null };
    await decideCase(trx, ended, { ...decision, amountMicros });
    await announceHold(trx, deps, {
      caseId: ended,
      ...placeOf(row),
      what: 'released',
      amountMicros,
      reasons: [],
    });
  } else if (amountMicros > 0n) await deps.publisher.toAccount(trx, publisherId, 'balance.changed', {});
}

/**
 * Looks at everything that is on hold: raises a case where a rule says so, releases what nobody has to look at and has
 * waited for long enough. Any number of servers may do it at once; what fails for one source does not hold up the others.
 */
export async function lookAtHolds(
  deps: HoldDeps,
  onFailure: (error: unknown, propertyId: number) => void,
  propertyId: number | null = null,
): Promise<void> {
  const { db, clock } = deps;
  for (const row of await findSources(db, clock.now(), propertyId)) {
    const reasons = reasonsOf(
      {
        madeAtMs: row.made_at?.getTime() ?? null,
        isTrusted: row.is_trusted,
        wasTakenBack: row.was_taken_back,
        own: row.own,
        ofSource: row.ofSource,
        ofPublisher: row.ofPublisher,
      },
      clock.nowMs(),
    );
    // Players that report from where they asked have nothing on hold: there is nothing to decide.
    if (reasons.length > 0 && row.open_case === null && row.own.held_micros === 0) continue;
    try {
      await inTransaction(db, (trx) =>
        reasons.length > 0 ? raise(trx, deps, row, reasons) : pass(trx, deps, row),
      );
    } catch (error) {
      onFailure(error, row.property_id);
    }
  }
}
