import type { OperatorPayment } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

/** States of a payment as the vocabulary of states has them. */
export const PAYMENT_LOOK: Record<OperatorPayment['state'], State> = {
  created: 'draft',
  pending: 'pending',
  completed: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** What a deposit brings is plus, what goes back is minus. */
export const signedAmount = ({
  type,
  amount_micros: micros,
}: Pick<OperatorPayment, 'type' | 'amount_micros'>) => (type === 'deposit' ? micros : -micros);
