import { type FundsLine, publicId } from '@ezdash/contracts';
import { type Db, toNumber } from '../../../platform/db';
import { documentsOf, type PaymentRow } from '../../payments';
import {
  type Documents,
  incidentsOf,
  type LinePayment,
  paymentsOf,
  promoUsesById,
  type StoredLine,
} from './lines.repo';

type Params = FundsLine['params'];
type Kind = FundsLine['kind'];

const HOUR_MS = 3_600_000;
const OF_PAYMENT = /^payment:(\d{1,9})(?::|$)/;
/** A bonus is named after its use; what was returned of it after the use and the payment that was given back. */
const OF_PROMO = /^promo:(\d{1,9})(?::(\d{1,9}))?$/;

/** What a line's first transaction was booked under. */
const referenceOf = ({ meta, kind, idempotency_key }: StoredLine): string =>
  typeof meta.reference === 'string' ? meta.reference : idempotency_key.replace(`${kind}:`, '');

const numberIn = (pattern: RegExp, text: string, part = 1): number | null => {
  const found = pattern.exec(text)?.[part];
  return found === undefined ? null : Number(found);
};

interface Related {
  payments: ReadonlyMap<number, LinePayment>;
  /** By the transaction that a payment's completion booked. */
  booked: ReadonlyMap<bigint, LinePayment>;
  uses: ReadonlyMap<number, { code: string; paymentId: number | null }>;
  incidents: ReadonlyMap<bigint, { articleId: number; title: string }>;
  documents: Documents;
  gatewayName(id: string): string;
}

function paymentOf(line: StoredLine, { payments, booked, uses }: Related): LinePayment | null {
  // One that was booked before its payment was written down has another reference: the payment knows what it moved.
  const own = line.kind === 'deposit' ? booked.get(line.transaction_id) : undefined;
  if (own) return own;
  const reference = referenceOf(line);
  const use = numberIn(OF_PROMO, reference);
  const id =
    numberIn(OF_PAYMENT, reference) ??
    numberIn(OF_PROMO, reference, 2) ??
    (use === null ? null : (uses.get(use)?.paymentId ?? null));
  return id === null ? null : (payments.get(id) ?? null);
}

function methodParams(payment: LinePayment, { gatewayName }: Related): Params {
  const gateway = gatewayName(payment.gateway);
  return payment.method_label === null ? { gateway } : { gateway, method: payment.method_label };
}

function hourParams({ started_at, events }: StoredLine): Params {
  const from = Math.floor(started_at.getTime() / HOUR_MS) * HOUR_MS;
  const hour = { from: new Date(from).toISOString(), to: new Date(from + HOUR_MS).toISOString() };
  if (events === null) return hour;
  return {
    ...hour,
    campaigns: new Set(events.map(([campaignId]) => campaignId)).size,
    events: events.reduce((sum, [, , count]) => sum + count, 0),
  };
}

function paramsOf(line: StoredLine, payment: LinePayment | null, related: Related): Params {
  const reference = referenceOf(line);
  switch (line.kind) {
    case 'ad_spend':
      return hourParams(line);
    case 'invalid_traffic': {
      const { meta } = line;
      return { ...hourParams(line), ...(typeof meta.reason === 'string' && { reason: meta.reason }) };
    }
    case 'deposit':
      if (!payment) return { reference: reference.replace(/^bank:/, '') };
      return {
        ...methodParams(payment, related),
        fee_micros: toNumber(payment.fee_micros),
        ...(payment.reference !== null && { reference: payment.reference }),
      };
    case 'bonus':
    case 'bonus_return': {
      const use = numberIn(OF_PROMO, reference);
      const code = use === null ? undefined : related.uses.get(use)?.code;
      return { ...(code && { code }), ...(payment && { payment: publicId('payment', payment.id) }) };
    }
    case 'incident_credit': {
      const incident = related.incidents.get(line.transaction_id);
      return incident
        ? { article: publicId('newsArticle', incident.articleId), incident: incident.title }
        : {};
    }
    case 'reversal':
      return line.reverses_id === null
        ? {}
        : { transaction: publicId('transaction', Number(line.reverses_id)) };
    default:
      return payment
        ? { payment: publicId('payment', payment.parent_id ?? payment.id), ...methodParams(payment, related) }
        : {};
  }
}

/** What the operator wrote; what the system writes into its own transactions is told by kind and params. */
const OF_PEOPLE = new Set(['correction', 'reversal', 'opening', 'bonus', 'incident_credit']);

function presentLine(line: StoredLine, related: Related): FundsLine {
  const payment = paymentOf(line, related);
  const params = paramsOf(line, payment, related);
  const words = OF_PEOPLE.has(line.kind) && !('code' in params);
  return {
    id: publicId('transaction', Number(line.transaction_id)),
    occurred_at: line.occurred_at.toISOString(),
    kind: line.kind as Kind,
    params,
    description: words ? line.description : '',
    amount_micros: toNumber(line.amount_micros),
    balance_micros: toNumber(line.balance_micros),
    payment: payment && { id: publicId('payment', payment.id), state: payment.state },
    documents: payment ? (related.documents.get(payment.id) ?? []) : [],
  };
}

/** Lines of the ledger as their owner reads them, in the same order. */
export async function presentLines(
  db: Db,
  advertiserId: number,
  lines: readonly StoredLine[],
  gatewayName: (id: string) => string,
): Promise<FundsLine[]> {
  const references = lines.map(referenceOf);
  const known = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const uses = await promoUsesById(
    db,
    advertiserId,
    known(references.map((reference) => numberIn(OF_PROMO, reference))),
  );
  const paymentIds = known([
    ...references.map((reference) => numberIn(OF_PAYMENT, reference)),
    ...references.map((reference) => numberIn(OF_PROMO, reference, 2)),
    ...[...uses.values()].map(({ paymentId }) => paymentId),
  ]);
  const idsOf = (kind: string) =>
    lines.filter((line) => line.kind === kind).map((line) => line.transaction_id);
  const found = await paymentsOf(db, advertiserId, {
    ids: paymentIds,
    transactionIds: idsOf('deposit'),
  });
  const payments = new Map(found.map((payment) => [payment.id, payment]));
  const booked = new Map(
    found.flatMap((payment) => (payment.transaction_id === null ? [] : [[payment.transaction_id, payment]])),
  );
  const incidents = await incidentsOf(db, advertiserId, idsOf('incident_credit'));
  const documents = await documentsOf(db, [...payments.keys()]);
  return lines.map((line) =>
    presentLine(line, { payments, booked, uses, incidents, documents, gatewayName }),
  );
}

const UNMOVED: Readonly<Partial<Record<PaymentRow['state'], Kind>>> = {
  failed: 'deposit_failed',
  cancelled: 'deposit_cancelled',
};

/** A deposit that moved nothing, between the ledger's lines. */
export function presentUnmoved(
  row: PaymentRow,
  balanceMicros: bigint,
  documents: Documents,
  gatewayName: (id: string) => string,
): FundsLine {
  const id = publicId('payment', row.id);
  return {
    id,
    occurred_at: row.created_at.toISOString(),
    kind: UNMOVED[row.state] ?? 'deposit_open',
    params: {
      gateway: gatewayName(row.gateway),
      amount_micros: toNumber(row.amount_micros),
      fee_micros: toNumber(row.fee_micros),
      ...(row.method_label !== null && { method: row.method_label }),
      ...(row.failure !== null && { failure: row.failure }),
      ...(row.reference !== null && { reference: row.reference }),
    },
    description: '',
    amount_micros: 0,
    balance_micros: toNumber(balanceMicros),
    payment: { id, state: row.state },
    documents: documents.get(row.id) ?? [],
  };
}
