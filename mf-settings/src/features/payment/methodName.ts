import type { PaymentMethod } from '@ezdash/contracts';

/** What the demonstration gateway is called in `gateway`. */
export const SANDBOX = 'sandbox';

type Say = (key: string) => string;

/** "Visa •••• 4242"; the kind where the gateway names no brand. */
export function methodName({ brand, kind, last4 }: PaymentMethod, t: Say): string {
  return `${brand ?? t(`payment.kind.${kind}`)} •••• ${last4}`;
}

/** `2029-04` as "04/2029". */
export function expiryText(expires: string): string {
  const [year = '', month = ''] = expires.split('-');
  return `${month}/${year}`;
}
