import type { Payment } from '@ezdash/contracts';
import type { Tone } from '@ezdash/ui';

/** How a payment stands, as its page words it: `payment.standing.<name>`. */
export type Standing =
  | 'paid'
  | 'begun'
  | 'checking'
  | 'confirming'
  | 'transfer'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'refunding'
  | 'refundFailed'
  | 'chargedBack';

export const TONES: Readonly<Record<Standing, Tone>> = {
  paid: 'ok',
  begun: 'info',
  checking: 'info',
  confirming: 'info',
  transfer: 'warn',
  failed: 'bad',
  cancelled: 'mute',
  refunded: 'ok',
  refunding: 'info',
  refundFailed: 'bad',
  chargedBack: 'warn',
};

function refundStanding(state: Payment['state']): Standing {
  if (state === 'completed') return 'refunded';
  return state === 'failed' || state === 'cancelled' ? 'refundFailed' : 'refunding';
}

/** @param isNew the page was opened just now, maybe by the gateway, and what it shows may be of before that */
export function standingOf({ type, state, gateway, next }: Payment, isNew: boolean): Standing {
  if (type === 'chargeback') return 'chargedBack';
  if (type === 'refund') return refundStanding(state);
  if (state === 'completed') return 'paid';
  if (state === 'failed' || state === 'cancelled') return state;
  if (gateway.way === 'transfer') return 'transfer';
  // The gateway waits for the payer as long as there is a page to go to.
  if (state === 'pending' && next?.kind !== 'checkout') return 'confirming';
  return isNew ? 'checking' : 'begun';
}

export const isOpen = ({ state }: Pick<Payment, 'state'>): boolean =>
  state === 'created' || state === 'pending';

const UNIT = 1_000_000;

/** The way back to the form, with what was entered. */
export function againPath({ amount_micros, gateway, promo_code }: Payment): string {
  const search = new URLSearchParams({ amount: String(amount_micros / UNIT), way: gateway.id });
  if (promo_code) search.set('code', promo_code);
  return `/advertiser/funds?${search}`;
}
