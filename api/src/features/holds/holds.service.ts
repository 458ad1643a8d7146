import type { HoldCase, HoldCaseList, holdDecision } from '@ezdash/contracts';
import type { z } from 'zod';
import type { AuthUser } from '../../platform/auth';
import { inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { closeHolds, lockOpenHolds, ReversalError, releaseHolds } from '../events';
import { lockedBalances, noteMoneyAction } from '../ledger';
import type { BeginReversal } from '../reversals';
import * as repo from './cases.repo';
import { announceHold, type HoldDeps } from './lookAtHolds';
import { presentCase } from './presentCase';

type Decision = z.output<typeof holdDecision>;

export interface HoldsDeps extends HoldDeps {
  /** Begins a reversal and its job, in the transaction. */
  beginReversal: BeginReversal;
}

const PAGE = 25;
const DAY_MS = 86_400_000;
const noCase = () => new NotFoundError('No such case');
const decided = () => new ConflictError('This case is decided already', 'ALREADY_DECIDED');

/** Earnings on hold, as operators look at them and decide. */
export function createHoldsService(deps: HoldsDeps) {
  const { db, clock } = deps;

  async function one(id: number): Promise<repo.CaseRow> {
    const row = await repo.findCase(db, id);
    if (!row) throw noCase();
    return row;
  }

  /** Everything on hold of the source, today included; what comes later is a matter of the next look. */
  const allOf = (row: repo.CaseRow) => ({
    propertyId: row.property_id,
    source: row.source,
    untilDay: clock.now().toISOString().slice(0, 10),
  });

  async function release(trx: Trx, row: repo.CaseRow): Promise<{ amountMicros: bigint; reversalId: null }> {
    const amountMicros = await releaseHolds(trx, {
      publisherId: row.publisher_id,
      ...allOf(row),
      caseId: row.id,
      now: clock.now(),
    });
    return { amountMicros, reversalId: null };
  }

  /** Closes the holds, so that nothing is added to them, and has their events given back. */
  async function takeBack(trx: Trx, row: repo.CaseRow, admin: AuthUser, why: string) {
    const open = await lockOpenHolds(trx, allOf(row));
    await closeHolds(
      trx,
      open.map(({ id }) => id),
      row.id,
    );
    const amountMicros = open.reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
    const from = await repo.findFirstDay(trx, row.id);
    const selection = {
      propertyId: row.property_id,
      caseId: row.id,
      fromMs: (from ?? row.opened_at).getTime(),
      // Clocks differ: the case bounds it.
      toMs: clock.nowMs() + DAY_MS,
    };
    const request = { reason: 'sivt' as const, selection, by: `admin ${admin.id}`, why };
    const begun = await deps.beginReversal(trx, request).catch((error: unknown) => {
      if (error instanceof ReversalError) throw new ValidationError({ decision: [error.message] });
      throw error;
    });
    return { amountMicros, reversalId: begun?.id ?? null };
  }

  async function carryOut(trx: Trx, row: repo.CaseRow, admin: AuthUser, { decision, why }: Decision) {
    // In the order of every writer: accounts, then the case, then its holds.
    await lockedBalances(trx, row.publisher_id);
    if (!(await repo.lockOpenCase(trx, row.id))) throw decided();
    const isRelease = decision === 'release';
    const { amountMicros, reversalId } = isRelease
      ? await release(trx, row)
      : await takeBack(trx, row, admin, why);
    const state = isRelease ? 'released' : 'taken_back';
    const decidedAt = clock.now();
    const decidedBy = admin.id;
    await repo.decideCase(trx, row.id, { state, decidedAt, decidedBy, why, amountMicros, reversalId });
    await noteMoneyAction(trx, {
      actor: `admin ${admin.id}`,
      action: isRelease ? 'hold_released' : 'hold_taken_back',
      why,
      detail: {
        case: row.id,
        property: row.property_id,
        publisher: row.publisher_id,
        payout_micros: String(amountMicros),
        ...(reversalId !== null && { reversal: reversalId }),
      },
    });
    await announceHold(trx, deps, {
      caseId: row.id,
      publisherId: row.publisher_id,
      propertyId: row.property_id,
      property: row.property,
      domain: row.domain,
      what: state,
      amountMicros,
      reasons: row.reasons,
    });
  }

  return {
    async list(isOpen: boolean | null, beforeId: number | null): Promise<HoldCaseList> {
      const rows = await repo.findCases(db, { isOpen, beforeId }, PAGE + 1);
      const shown = rows.slice(0, PAGE);
      return {
        cases: shown.map(presentCase),
        next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
      };
    },

    async get(id: number): Promise<HoldCase> {
      return presentCase(await one(id));
    },

    /** Once: 409 ALREADY_DECIDED, also for the same decision. 404, and 422 for what cannot be taken back any more. */
    async decide(admin: AuthUser, id: number, decision: Decision): Promise<HoldCase> {
      const row = await one(id);
      await inTransaction(db, (trx) => carryOut(trx, row, admin, decision));
      return presentCase(await one(id));
    },
  };
}
export type HoldsService = ReturnType<typeof createHoldsService>;
