import type { CreditLine } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

/** States of a credit line as the vocabulary of states has them. */
export const CREDIT_LOOK: Record<CreditLine['state'], State> = {
  open: 'active',
  overdue: 'suspended',
  paused: 'paused',
  closed: 'archived',
};

/** Columns of what is owed by age, youngest first. */
export const AGES = [
  'current',
  'days_30',
  'days_60',
  'days_90',
  'older',
] as const satisfies (keyof CreditLine['ageing_micros'])[];

export const overdueOf = ({ ageing_micros: { current: _, ...late } }: CreditLine): number =>
  Object.values(late).reduce((sum, micros) => sum + micros, 0);
