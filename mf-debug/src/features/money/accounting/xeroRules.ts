import type { XeroPayment, XeroStatus } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

export type XeroStanding = 'connected' | 'expired' | 'not-connected';

/** As specified: credentials that do not connect are expired, without any it is not connected. */
export function standingOf({ connected, has_credentials: has }: XeroStatus['status']): XeroStanding {
  if (connected) return 'connected';
  return has ? 'expired' : 'not-connected';
}

export const STANDING_LOOK: Record<XeroStanding, State> = {
  connected: 'active',
  expired: 'waiting',
  'not-connected': 'cancelled',
};

/** As specified: a completed deposit without an invoice gets one; what has one is downloaded. */
export function invoiceAction(payment: XeroPayment): 'create' | 'pdf' | null {
  if (payment.has_invoice) return 'pdf';
  return payment.status === 'completed' && payment.type === 'deposit' ? 'create' : null;
}

const LONGEST_ID = 20;
const KEPT = 8;
/** As specified: an id of more than 20 characters keeps its first and last 8. */
export const shortId = (id: string): string =>
  id.length > LONGEST_ID ? `${id.slice(0, KEPT)}…${id.slice(-KEPT)}` : id;

const UNIT = 1_000_000;
/** A decimal of the server (`1000.00`) in micros. */
export const microsOf = (decimal: string): number => Math.round(Number(decimal) * UNIT);
