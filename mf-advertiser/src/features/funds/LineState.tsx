import type { FundsLine } from '@ezdash/contracts';
import { Status } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

const STATES = {
  created: 'pending',
  pending: 'pending',
  completed: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** Lines that are a payment's own; others only name one. */
const OF_PAYMENT: ReadonlySet<FundsLine['kind']> = new Set([
  'deposit',
  'deposit_open',
  'deposit_failed',
  'deposit_cancelled',
  'bonus',
  'refund',
  'chargeback',
]);

export const hasState = (
  line: FundsLine,
): line is FundsLine & { payment: NonNullable<FundsLine['payment']> } =>
  line.payment !== null && OF_PAYMENT.has(line.kind);

/** How the payment that a line is stands; nothing for what is none. */
export function LineState({ line }: { line: FundsLine }) {
  const { t } = useTranslation('advertiser');
  if (!hasState(line)) return null;
  // A bonus came with the payment; it was not paid.
  if (line.kind === 'bonus' && line.payment.state === 'completed') return <Status plain state="approved" />;
  const back = line.kind === 'refund' || line.kind === 'chargeback';
  const label = back && line.payment.state === 'completed' ? t(`funds.back.${line.kind}`) : undefined;
  return <Status plain state={STATES[line.payment.state]} label={label} />;
}
