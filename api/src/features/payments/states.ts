import type { PaymentState, PaymentType } from '@ezdash/contracts';

/**
 * Every step that a payment may take. A deposit that ended without money is completed after all when its gateway says
 * that it was paid: money that came in is never left lying. A completed deposit stays completed; what is given back is a
 * payment of its own. That can come back (a refund that a bank refused, a dispute that was won): then it has failed.
 */
const STEPS: Readonly<
  Record<'deposit' | 'giveBack', Readonly<Record<PaymentState, readonly PaymentState[]>>>
> = {
  deposit: {
    created: ['pending', 'completed', 'failed', 'cancelled'],
    pending: ['completed', 'failed', 'cancelled'],
    failed: ['completed'],
    cancelled: ['completed'],
    completed: [],
  },
  giveBack: {
    created: ['pending', 'completed', 'failed'],
    pending: ['completed', 'failed'],
    failed: ['completed'],
    cancelled: [],
    completed: ['failed'],
  },
};

const stepsOf = (type: PaymentType) => (type === 'deposit' ? STEPS.deposit : STEPS.giveBack);

/** Whether the payment may go from this state to that one. */
export const mayStep = (type: PaymentType, from: PaymentState, to: PaymentState): boolean =>
  stepsOf(type)[from].includes(to);

/** Nothing is known yet of how it ends. */
export const isOpen = (state: PaymentState): boolean => state === 'created' || state === 'pending';
