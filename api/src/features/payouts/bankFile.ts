import { publicId } from '@ezdash/contracts';
import { csvLine } from '../../platform/csv';
import type { ReviewRow } from './operator.repo';

const BYTE_ORDER_MARK = '\uFEFF';
const CENT = 10_000n;

/** An amount of whole cents, as `1250.00`. Throws for a part of a cent, which no bank takes. */
export function inCents(micros: bigint): string {
  if (micros % CENT !== 0n) throw new RangeError(`${micros} micros are no whole cents`);
  const digits = String(micros / CENT).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const HEADER = [
  'end_to_end_id',
  'publisher',
  'email',
  'company',
  'country',
  'bank_account',
  'amount',
  'currency',
  'requested_at',
  'approved_at',
];

/**
 * What a bank or the gateway that keeps the accounts is told to pay. The number of a bank account is at its gateway and
 * never here: the file names it as its owner knows it, and our id of the payout is the reference that comes back.
 */
export function bankFile(rows: readonly ReviewRow[]): string {
  const lines = rows.map((row) => [
    publicId('payout', row.id),
    publicId('user', row.publisher_id),
    row.email,
    row.company,
    row.country,
    row.method_label,
    inCents(row.amount_micros),
    row.currency,
    row.requested_at,
    row.decided_at,
  ]);
  return BYTE_ORDER_MARK + [HEADER, ...lines].map((cells) => csvLine(cells)).join('');
}
