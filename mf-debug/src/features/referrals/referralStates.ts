import type { OperatorReferral } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

/** How each state of a referral looks; its words are the console's own. */
export const REFERRAL_LOOK: Readonly<Record<OperatorReferral['state'], State>> = {
  pending: 'pending',
  active: 'active',
  refused: 'rejected',
};
