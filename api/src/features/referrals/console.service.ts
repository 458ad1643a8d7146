import {
  accountStatus,
  type OperatorReferral,
  type OperatorReferralDetail,
  type OperatorReferralQuery,
  type OperatorReferrals,
  publicId,
  REFERRAL_PAGES,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction, type Trx, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { lockReferralAccounts, noteMoneyAction } from '../ledger';
import { returnHeld } from './booking';
import { findReferrer, lockReferral, type ReferralRow } from './booking.repo';
import * as repo from './console.repo';
import { presentTerms } from './links.service';
import type { ReferralParts } from './parts';
import { RULES } from './rules';
import { insertDecision } from './signUp';

export interface ReferralConsole {
  list(query: OperatorReferralQuery): Promise<OperatorReferrals>;
  get(id: string): Promise<OperatorReferralDetail>;
  /** What is on hold goes back. 409 REFERRAL_DECIDED, REFERRAL_GONE. */
  refuse(adminId: number, id: string, note: string): Promise<OperatorReferralDetail>;
  /** The rules refuse it no more. 409 as to refuse. */
  allow(adminId: number, id: string, note: string): Promise<OperatorReferralDetail>;
}

const noReferral = () => new NotFoundError('No such referral');
const decided = () => new ConflictError('This is how the referral stands already', 'REFERRAL_DECIDED');

function rowOf(id: string): number {
  const row = publicRowId('referral', id);
  if (row === null) throw noReferral();
  return row;
}

function presentRow(row: repo.ListedRow): OperatorReferral {
  const party = (side: 'referrer' | 'referred'): OperatorReferral['referrer'] =>
    row[`${side}_gone`]
      ? null
      : {
          id: row[`${side}_id`],
          email: row[`${side}_email`],
          role: row[`${side}_role`],
          status: accountStatus.parse(row[`${side}_status`]),
        };
  return {
    id: publicId('referral', row.id),
    state: row.state,
    reason: row.reason,
    referrer: party('referrer'),
    referred: party('referred'),
    code: row.code,
    label: row.label,
    signed_up_at: row.signed_up_at.toISOString(),
    active_at: row.active_at?.toISOString() ?? null,
    ends_on: row.ends_on,
    held_micros: toNumber(row.held),
    released_micros: toNumber(row.released),
    returned_micros: toNumber(row.returned),
  };
}

/** What staff see of referrals, and what they decide. */
export function createReferralConsole({ db, clock, terms }: ReferralParts): ReferralConsole {
  async function get(id: string): Promise<OperatorReferralDetail> {
    const row = await repo.findOne(db, rowOf(id));
    if (!row) throw noReferral();
    const met = new Set(row.rules_met);
    const share = row.share_bps;
    const agreed = {
      ...terms,
      ...(row.referred_role === 'publisher' ? { publisherShareBps: share } : { advertiserShareBps: share }),
      minimumMicros: row.minimum_micros,
      holdDays: row.hold_days,
    };
    return {
      referral: presentRow(row),
      base_micros: toNumber(row.base_micros),
      rules: RULES.map((reason) => ({ reason, met: met.has(reason) })),
      checked_at: row.checked_at.toISOString(),
      terms: presentTerms(agreed),
      decisions: (await repo.findDecisions(db, row.id)).map(({ decided_at, ...decision }) => ({
        ...decision,
        decided_at: decided_at.toISOString(),
      })),
    };
  }

  /** Accounts first, then the row: as the bookings do. */
  async function decide(
    id: string,
    work: (trx: Trx, row: ReferralRow, now: Date) => Promise<void>,
  ): Promise<OperatorReferralDetail> {
    const number = rowOf(id);
    const referrerId = await findReferrer(db, number);
    if (referrerId === null) throw noReferral();
    await inTransaction(db, async (trx) => {
      await lockReferralAccounts(trx, referrerId);
      const row = await lockReferral(trx, number);
      if (!row) throw noReferral();
      if (row.is_gone)
        throw new ConflictError(
          'One of the two accounts was deleted: nothing is left to decide',
          'REFERRAL_GONE',
        );
      await work(trx, row, clock.now());
    });
    return get(id);
  }

  const noteAction = (
    trx: Trx,
    action: 'referral_refused' | 'referral_allowed',
    adminId: number,
    row: ReferralRow,
    why: string,
  ) =>
    noteMoneyAction(trx, {
      actor: `admin ${adminId}`,
      action,
      why,
      detail: { referral: row.id, referrer: row.referrer_id, referred: row.referred_id, was: row.state },
    });

  return {
    async list({ before, ...filter }) {
      const place = before === undefined ? null : publicRowId('referral', before);
      if (before !== undefined && place === null)
        throw new ValidationError({ before: ['This is not what belongs here'] });
      const limit = REFERRAL_PAGES.operator;
      const [rows, total] = await Promise.all([
        repo.findListed(db, filter, { before: place, limit: limit + 1 }),
        repo.countListed(db, filter),
      ]);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        referrals: page.map(presentRow),
        total,
        next: rows.length > limit && last ? publicId('referral', last.id) : null,
      };
    },

    get,

    refuse: (adminId, id, note) =>
      decide(id, async (trx, row, now) => {
        if (row.state === 'refused') throw decided();
        await returnHeld(trx, row, now);
        await sql`UPDATE referral SET state = 'refused', reason = 'operator', rules_waived = false
          WHERE id = ${row.id}`.execute(trx);
        const decision = { state: 'refused', reason: 'operator', note, decidedBy: adminId } as const;
        await insertDecision(trx, { referralId: row.id, ...decision }, now);
        await noteAction(trx, 'referral_refused', adminId, row, note);
      }),

    allow: (adminId, id, note) =>
      decide(id, async (trx, row, now) => {
        if (row.state !== 'refused') throw decided();
        const state = row.active_at === null ? 'pending' : 'active';
        await sql`UPDATE referral SET state = ${state}, reason = NULL, rules_waived = true
          WHERE id = ${row.id}`.execute(trx);
        await insertDecision(trx, { referralId: row.id, state, reason: null, note, decidedBy: adminId }, now);
        await noteAction(trx, 'referral_allowed', adminId, row, note);
      }),
  };
}
