import { PAYMENT_STATES, PAYMENT_TYPES } from '@ezdash/contracts';
import { isOpen, mayStep } from './states';

/** Written out, so that a change of the table is seen here. */
const ALLOWED: Record<string, string[]> = {
  deposit: [
    'created > pending',
    'created > completed',
    'created > failed',
    'created > cancelled',
    'pending > completed',
    'pending > failed',
    'pending > cancelled',
    'failed > completed',
    'cancelled > completed',
  ],
  refund: [
    'created > pending',
    'created > completed',
    'created > failed',
    'pending > completed',
    'pending > failed',
    'failed > completed',
    'completed > failed',
  ],
};
ALLOWED.chargeback = ALLOWED.refund ?? [];

const every = PAYMENT_TYPES.flatMap((type) =>
  PAYMENT_STATES.flatMap((from) => PAYMENT_STATES.map((to) => ({ type, from, to }))),
);

it.each(every)('$type: $from > $to', ({ type, from, to }) => {
  expect(mayStep(type, from, to)).toBe(ALLOWED[type]?.includes(`${from} > ${to}`));
});

it('knows how many steps there are', () => {
  const count = every.filter(({ type, from, to }) => mayStep(type, from, to)).length;
  expect(count).toBe(9 + 7 + 7);
});

it('a completed deposit takes no step any more', () => {
  expect(PAYMENT_STATES.filter((to) => mayStep('deposit', 'completed', to))).toEqual([]);
});

it('only created and pending ones are open', () => {
  expect(PAYMENT_STATES.filter(isOpen)).toEqual(['created', 'pending']);
});
