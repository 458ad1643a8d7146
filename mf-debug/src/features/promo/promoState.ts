import type { PromoCode } from '@ezdash/contracts';
import type { State } from '@ezdash/ui';

export const PROMO_STATES = ['usable', 'scheduled', 'inactive', 'exhausted', 'expired'] as const;
export type PromoState = (typeof PROMO_STATES)[number];

/** What holds of a code now; the first reason that it cannot be used. */
export function promoState(promo: PromoCode): PromoState {
  if (!promo.is_active) return 'inactive';
  if (promo.is_expired) return 'expired';
  if (promo.is_usage_exhausted) return 'exhausted';
  return promo.is_not_started ? 'scheduled' : 'usable';
}

/** As the app's one list of states has it. */
export const SHOWN_AS: Readonly<Record<PromoState, State>> = {
  usable: 'active',
  scheduled: 'scheduled',
  inactive: 'paused',
  exhausted: 'completed',
  expired: 'expired',
};
