import type { ConversionVerdict } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import {
  bookConversion,
  type ConversionPrice,
  chargeConversion,
  findConversionPrice,
  hasPaidEnough,
  holdConversionMoney,
} from '../events';
import { attribute, type Report } from './attribute';
import { findClick, NOTHING_PAID, type PaidAmounts, type StoredClick } from './conversions.repo';

/** A report with what it names. */
export interface Named extends Report {
  goalId: number;
  clickId: string;
  /** Whether it carried the goal's key. */
  isProven: boolean;
}

/** What a reported conversion is, and what it costs when it counts. */
export interface Judgement {
  verdict: ConversionVerdict;
  click: StoredClick | null;
  paid: PaidAmounts;
  /** Lent to the advertiser for it. */
  drawnMicros: bigint;
}

const free = (verdict: ConversionVerdict, click: StoredClick | null): Judgement => ({
  verdict,
  click,
  paid: NOTHING_PAID,
  drawnMicros: 0n,
});

/** With the money of everybody concerned held: the click as it stands now, and its price, or `over-budget`. */
async function judgePaid(
  trx: Trx,
  report: Named,
  known: StoredClick,
  { priceMicros, payoutMicros }: ConversionPrice,
  nowMs: number,
): Promise<Judgement> {
  const purses = await holdConversionMoney(trx, known);
  // A reversal may have found the click before the lock; from here on it waits for us.
  const click = await findClick(trx, report.clickId, new Date(report.decidedAtMs));
  const verdict = attribute(report, click, nowMs);
  if (verdict !== 'attributed' || !click || (await hasPaidEnough(trx, report))) return free(verdict, click);
  const { receivedAtMs } = report;
  const { advertiserId, campaignId } = click;
  const charged = await chargeConversion(trx, purses, {
    advertiserId,
    campaignId,
    priceMicros,
    receivedAtMs,
  });
  if (charged === null) return free('over-budget', click);
  return {
    verdict,
    click,
    paid: {
      price_micros: BigInt(priceMicros),
      payout_micros: BigInt(payoutMicros),
      bonus_micros: BigInt(charged.bonusMicros),
    },
    drawnMicros: charged.drawnMicros,
  };
}

/**
 * Says what a reported conversion is, but for duplicates, and what it costs: the price that was decided with the ad, when
 * the click pays for conversions of this goal and the report proves that the advertiser sent it. Where it may cost something, the money it would move is held
 * from then on, and nothing else may be held before.
 */
export async function judgeConversion(trx: Trx, report: Named, nowMs: number): Promise<Judgement> {
  const { clickId, decidedAtMs, traffic } = report;
  const click = traffic !== null ? null : await findClick(trx, clickId, new Date(decidedAtMs));
  const verdict = attribute(report, click, nowMs);
  if (verdict !== 'attributed' || !click) return free(verdict, click);
  const price = await findConversionPrice(trx, report);
  return price === null ? free(verdict, click) : judgePaid(trx, report, click, price, nowMs);
}

/** Counts what was judged to count, with its money, once its row says so. */
export async function bookJudged(
  trx: Trx,
  id: bigint,
  { clickId, receivedAtMs }: Named,
  { verdict, click, paid, drawnMicros }: Judgement,
): Promise<void> {
  if (verdict !== 'attributed' || !click) return;
  const { clickedAtMs: _at, invalidReason: _reason, ...place } = click;
  const conversion = {
    id,
    clickId,
    receivedAtMs,
    ...place,
    priceMicros: Number(paid.price_micros),
    payoutMicros: Number(paid.payout_micros),
    bonusMicros: Number(paid.bonus_micros),
  };
  await bookConversion(trx, conversion, drawnMicros);
}
