import { publicId, type XeroPayment, type XeroStatus } from '@ezdash/contracts';
import type { PaymentWithOwner } from '../payments';
import { type Connection, isConnected } from './connection.repo';
import type { InvoiceRow } from './invoices.repo';
import type { XeroKeys } from './xeroClient';

const TYPE_COLORS = { deposit: 'ok', refund: 'warn', chargeback: 'bad' } as const;
const STATE_COLORS = {
  created: 'mute',
  pending: 'warn',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'mute',
} as const;

const SECOND_MS = 1_000;
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const words = new Intl.RelativeTimeFormat('en');

/** `5 minutes ago`, `in 25 minutes`, `just now`. */
export function relative(at: Date, now: number): string {
  const seconds = Math.round((at.getTime() - now) / SECOND_MS);
  if (seconds === 0) return 'just now';
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return words.format(Math.trunc(seconds / size), unit);
}

const MICROS_OF_CENT = 10_000n;
/** `1000.00`; what is smaller than a cent is rounded away from zero. */
export function decimal(micros: bigint): string {
  const cents = (micros + (micros < 0n ? -MICROS_OF_CENT : MICROS_OF_CENT) / 2n) / MICROS_OF_CENT;
  const text = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/** Enough to tell two secrets apart, of a secret that is long enough to lose so much. */
export function masked(secret: string): string {
  return `••••••••${secret.length >= 16 ? secret.slice(-4) : ''}`;
}

export function presentPayment(
  row: PaymentWithOwner,
  invoice: InvoiceRow | undefined,
  { now, gatewayName }: { now: number; gatewayName: (id: string) => string },
): XeroPayment {
  const invoice_id = invoice?.invoice_id ?? null;
  return {
    id: publicId('payment', row.id),
    type: row.type,
    type_color: TYPE_COLORS[row.type as keyof typeof TYPE_COLORS],
    status: row.state,
    status_color: STATE_COLORS[row.state as keyof typeof STATE_COLORS],
    currency: row.currency.trim(),
    amount: decimal(row.amount_micros),
    credit: decimal(row.state === 'completed' ? row.amount_micros + row.bonus_micros : 0n),
    gateway: gatewayName(row.gateway),
    account_email: row.email,
    transaction_id: row.transaction_id === null ? null : String(row.transaction_id),
    external_transaction_id: row.external_transaction_id,
    created_at: row.created_at.toISOString(),
    created_ago: relative(row.created_at, now),
    has_invoice: invoice_id !== null,
    invoice_id,
  };
}

export interface StatusFacts {
  connection: Connection;
  keys: XeroKeys | null;
  payments: XeroPayment[];
  open: { waiting: number; failed: number };
  appUrl: string;
  redirectUri: string;
  now: number;
}

export function presentStatus(facts: StatusFacts): XeroStatus {
  const { connection, keys, payments, open, appUrl, redirectUri, now } = facts;
  const { accessExpiresAt, tokensSealed, tenantId, tenantName, tenants, autoCreate } = connection;
  return {
    status: { connected: isConnected(connection), has_credentials: tokensSealed !== null },
    token: accessExpiresAt && {
      expires_human: relative(accessExpiresAt, now),
      expires_in: Math.max(0, Math.floor((accessExpiresAt.getTime() - now) / SECOND_MS)),
    },
    config: {
      client_id: keys?.clientId ?? '',
      client_secret: keys ? masked(keys.clientSecret) : '',
      auto_create: autoCreate,
      redirect_uri: redirectUri,
    },
    recent_payments: payments,
    actions: {
      auth_url: `${appUrl}/debug-tool/xero/auth`,
      package_auth_url: `${appUrl}/xero/auth/authorize`,
    },
    tenant: tenantId === null ? null : { id: tenantId, name: tenantName ?? tenantId },
    tenants: tenants.map(({ id, name }) => ({ id, name })),
    waiting: open.waiting,
    failed: open.failed,
  };
}
