import type { User } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

/** How an account stands, as the vocabulary of states has it. */
export const STANDINGS: Readonly<Record<User['status'], State>> = {
  pending: 'pending',
  active: 'active',
  suspended: 'suspended',
  'ADK rejected': 'adkRejected',
};

/** The same for what an answer merely calls a status; undefined for one of a newer server. */
export const standingOf = (status: string): State | undefined =>
  Object.entries(STANDINGS).find(([name]) => name === status)?.[1];

/** Whether the owner has to be told why. */
export const needsReason = (status: User['status']): boolean =>
  status === 'suspended' || status === 'ADK rejected';
