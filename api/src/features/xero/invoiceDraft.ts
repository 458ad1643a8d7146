import { publicId } from '@ezdash/contracts';

/** What of a payment stands on its invoice. */
export interface InvoicedPayment {
  id: number;
  userId: number;
  amountMicros: bigint;
  feeMicros: bigint;
  currency: string;
  gatewayName: string;
  externalTransactionId: string | null;
  completedAt: Date;
}

export interface InvoiceDraft {
  number: string;
  /** The payment's public id: by it the invoice is found again. */
  reference: string;
  /** A day, in UTC. */
  date: string;
  currency: string;
  lines: { description: string; amount: number }[];
  total: number;
}

const UNIT = 1_000_000;
/** Whole cents by the rules of deposits, and far below what a double counts exactly. */
const decimal = (micros: bigint): number => Number(micros) / UNIT;

/**
 * The same payment is the same draft, whenever it is made: Xero takes a call again under its Idempotency-Key only to the
 * letter.
 *
 * @param ownNumber of the invoice that we issued ourselves, if we did
 */
export function draftOf(payment: InvoicedPayment, ownNumber: string | null): InvoiceDraft {
  const { id, amountMicros, feeMicros, currency, gatewayName, completedAt } = payment;
  const reference = publicId('payment', id);
  const fee =
    feeMicros > 0n ? [{ description: `Payment fee, ${gatewayName}`, amount: decimal(feeMicros) }] : [];
  return {
    number: ownNumber ?? reference,
    reference,
    date: completedAt.toISOString().slice(0, 10),
    currency: currency.trim(),
    lines: [{ description: `Advertising deposit ${reference}`, amount: decimal(amountMicros) }, ...fee],
    total: decimal(amountMicros + feeMicros),
  };
}
