/** Stripe's published test cards, as far as they are told apart here. */
export interface StandInCard {
  brand: string;
  last4: string;
  /** At its own page, or when it is kept. */
  entered: 'fine' | 'declined' | 'asks';
  /** When it is charged without the payer. */
  charged: 'fine' | 'declined' | 'asks' | 'no-funds';
  disputed?: true;
  /** The money comes later, as with a debit. */
  slow?: true;
}

export const CARDS: Readonly<Record<string, StandInCard>> = {
  '4242424242424242': { brand: 'visa', last4: '4242', entered: 'fine', charged: 'fine' },
  '5555555555554444': { brand: 'mastercard', last4: '4444', entered: 'fine', charged: 'fine' },
  '4000000000000002': { brand: 'visa', last4: '0002', entered: 'declined', charged: 'declined' },
  '4000000000000341': { brand: 'visa', last4: '0341', entered: 'fine', charged: 'declined' },
  '4000000000009995': { brand: 'visa', last4: '9995', entered: 'declined', charged: 'no-funds' },
  '4000002760003184': { brand: 'visa', last4: '3184', entered: 'asks', charged: 'asks' },
  '4000000000000259': { brand: 'visa', last4: '0259', entered: 'fine', charged: 'fine', disputed: true },
  // Of our own: stands for every way whose money is on its way for days.
  '4000000000001000': { brand: 'visa', last4: '1000', entered: 'fine', charged: 'fine', slow: true },
};

export const DECLINES = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  'no-funds': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  asks: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} as const;
