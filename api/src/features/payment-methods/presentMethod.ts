import type { PaymentMethod } from '@ezdash/contracts';
import type { MethodRow } from './paymentMethods.repo';

/** A card works until the last moment of its month, UTC. `expires`: `2029-04`. */
export const isOver = (expires: string | null, now: Date): boolean =>
  expires !== null && expires < now.toISOString().slice(0, 7);

/** As its owner knows it: `Visa 4242`. */
export const labelOf = ({ brand, last4 }: Pick<MethodRow, 'brand' | 'last4'>): string =>
  `${brand ?? '••••'} ${last4}`;

export function presentMethod(row: MethodRow, now: Date): PaymentMethod {
  return {
    id: row.id,
    kind: row.kind === 'card' ? 'card' : 'bank_account',
    gateway: row.gateway,
    brand: row.brand,
    last4: row.last4,
    expires: row.expires,
    expired: isOver(row.expires, now),
    is_default: row.is_default,
    created_at: row.created_at.toISOString(),
  };
}
