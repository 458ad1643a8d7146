import { type Payment, publicId, type TransferAccount } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { BANK_TRANSFER, type CallPolicy, type PaymentGateway } from '../gateways';
import type { Mail } from '../mail';
import type { Publisher } from '../realtime';
import type { PaymentFacts, PaymentHook } from './PaymentHooks';
import type { PaymentRow } from './payments.repo';

/** A stored method, opened: the token is a secret. */
export interface OpenedMethod {
  gateway: string;
  token: string;
  /** As `Visa 4242`. */
  label: string;
  expired: boolean;
}

/** A top-up that stopped by itself. */
export interface StoppedTopUp {
  userId: number;
  reason: 'declined' | 'month-most' | 'method-gone';
}

/** What every part of the feature is made of. */
export interface PaymentsDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: the queues are registered here. */
  jobs: Jobs;
  mail: Pick<Mail, 'send'>;
  log: Log;
  publisher: Pick<Publisher, 'toAccount' | 'toOperators'>;
  appName: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  /** In the order that they are offered. */
  gateways: readonly PaymentGateway[];
  /** In the order that they are called. */
  hooks: readonly PaymentHook[];
  /** A stored method of this person; null when there is none. */
  openMethod(db: Db, userId: number, methodId: string): Promise<OpenedMethod | null>;
  /** Where bank transfers go; null: none are taken. */
  bankAccount: TransferAccount | null;
  /** Told, in its transaction, that automatic top-ups of an account have stopped. */
  onTopUpStopped?(trx: Trx, stopped: StoppedTopUp): Promise<void>;
  policy?: CallPolicy;
}

/** What steps of payments are taken with. */
export type StepDeps = Pick<
  PaymentsDeps,
  'db' | 'clock' | 'mail' | 'log' | 'publisher' | 'gateways' | 'hooks' | 'policy' | 'onTopUpStopped'
>;

export const findGateway = (gateways: readonly PaymentGateway[], id: string): PaymentGateway | undefined =>
  gateways.find((each) => each.id === id);

/** A transfer that nobody announced is booked also where none can be announced. */
const UNANNOUNCED: Payment['gateway'] = { id: BANK_TRANSFER, name: 'Bank transfer', way: 'transfer' };

/** Also of a gateway that is not set up, or not any more. */
export const gatewayLabel = (gateways: readonly PaymentGateway[], id: string): Payment['gateway'] => {
  const gateway = findGateway(gateways, id);
  if (!gateway && id === BANK_TRANSFER) return UNANNOUNCED;
  return { id, name: gateway?.name ?? id, way: gateway?.way ?? 'checkout' };
};

export function factsOf(row: PaymentRow, gateways: readonly PaymentGateway[]): PaymentFacts {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    parentId: row.parent_id,
    amountMicros: row.amount_micros,
    feeMicros: row.fee_micros,
    currency: row.currency,
    promoCode: row.promo_code,
    gatewayName: gatewayLabel(gateways, row.gateway).name,
    methodLabel: row.method_label,
    externalTransactionId: row.external_transaction_id,
    reference: row.reference,
    createdAt: row.created_at,
  };
}

/** How the ledger names a payment: whatever it moves is moved once. */
export const ledgerReference = (id: number) => `payment:${id}`;
/** What a gateway is asked with to give money back: the same refund is made once. */
export const refundKey = (id: number) => `refund-${publicId('payment', id)}`;

const CENT = 10_000n;
const BPS = 10_000n;

/** What the payer pays on top: a share of the amount, rounded up to a cent, and a fixed part. */
export function feeOf({ fee }: Pick<PaymentGateway, 'fee'>, amountMicros: bigint): bigint {
  const share = (amountMicros * BigInt(fee.bps)) / BPS;
  const isExact = (amountMicros * BigInt(fee.bps)) % BPS === 0n;
  const whole = isExact ? share : share + 1n;
  return ((whole + CENT - 1n) / CENT) * CENT + fee.fixedMicros;
}

export const isWholeCents = (micros: bigint): boolean => micros % CENT === 0n;

export const noPayment = () => new NotFoundError('No such payment');
