import type { PaymentEvent, PaymentFailure, PaymentType } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';

/** A payment as other features see it when it takes a step. */
export interface PaymentFacts {
  id: number;
  userId: number;
  type: PaymentType;
  /** The deposit that a refund or chargeback gives back. */
  parentId: number | null;
  amountMicros: bigint;
  feeMicros: bigint;
  currency: string;
  promoCode: string | null;
  gatewayName: string;
  /** As `Visa 4242`. */
  methodLabel: string | null;
  externalTransactionId: string | null;
  /** What the payer wrote, or would write, into a bank transfer. */
  reference: string | null;
  createdAt: Date;
}

/** A line for the payment's course, written with the step. */
export type PaymentLine = Pick<PaymentEvent, 'kind' | 'detail'>;

/**
 * Another feature's part in a payment's steps. Each is called inside the step's database transaction, with the payment's row
 * locked, once for each step; what it writes is committed with it or not at all. It may not wait for anything outside the
 * database. What it throws undoes the step: only AppErrors in `created` are for the payer.
 */
export interface PaymentHook {
  /** A deposit is made. Throws ValidationError for `promo_code`. Answers what a promo code will add. */
  created?(trx: Trx, payment: PaymentFacts): Promise<{ bonusMicros: bigint } | undefined>;
  /** A transfer is waited for (`pending` with a reference). */
  awaited?(trx: Trx, payment: PaymentFacts): Promise<readonly PaymentLine[]>;
  /** Its money is booked. Answers lines for its course. */
  completed?(trx: Trx, payment: PaymentFacts, at: Date): Promise<readonly PaymentLine[]>;
  /** A deposit ended without money. */
  ended?(trx: Trx, payment: PaymentFacts, failure: PaymentFailure | null): Promise<readonly PaymentLine[]>;
  /** A refund or chargeback of a deposit was booked; `payment` is what gave it back. */
  givenBack?(
    trx: Trx,
    payment: PaymentFacts,
    deposit: PaymentFacts,
    at: Date,
  ): Promise<readonly PaymentLine[]>;
}
