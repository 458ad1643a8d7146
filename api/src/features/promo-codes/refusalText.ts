import type { PromoRefusal } from './judge';

/** For people whose page cannot say more. */
const TEXTS: Readonly<Record<PromoRefusal, string>> = {
  unknown: 'There is no such promo code',
  inactive: 'This promo code is not in use',
  'not-started': 'This promo code cannot be used yet',
  expired: 'This promo code has expired',
  exhausted: 'This promo code has been used up',
  'used-already': 'You have used this promo code already',
  'not-for-this-account': 'This promo code is not for your account',
  'new-accounts-only': 'This promo code is for a first deposit',
  currency: 'This promo code is for another currency',
  'below-minimum': 'This promo code needs a larger deposit',
  'needs-deposit': 'This promo code comes with a deposit',
  'needs-no-deposit': 'This promo code needs no deposit: redeem it by itself',
};

export const refusalText = (reason: PromoRefusal): string => TEXTS[reason];
