import { type PaymentGatewayUnderTest, paymentGatewayContract } from '../paymentGatewayContract';
import { CARD, openStripe } from './testStripe';

const KEPT = { paid: CARD.fine, declined: CARD.declinedLater, confirm: CARD.asks };
const DAY_MS = 86_400_000;

async function open(): Promise<PaymentGatewayUnderTest> {
  const world = await openStripe();
  const { clock, received, standIn, user } = world;
  return {
    gateway: world.gateway,
    payer: { userId: user.id, email: user.email, locale: 'de' },
    visit: world.visit,
    staysOpen: true,
    expire: async () => clock.advance(DAY_MS + 1_000),
    settle: async (externalId) => standIn.settle(externalId),
    keep: (behaviour) => world.keep(KEPT[behaviour]),
    payAndDispute: async (url) => void (await world.enter(url, CARD.disputed)),
    told: async (externalId) => {
      const found = received.find(({ body }) => {
        const { type, data } = JSON.parse(body.toString());
        return type === 'checkout.session.completed' && data.object.id === externalId;
      });
      if (!found) throw new Error('Nothing was told');
      return found;
    },
    unknownWebhook: async () => {
      standIn.send('balance.available', { object: 'balance', available: [] });
      const [last] = received.slice(-1);
      if (!last) throw new Error('Nothing was told');
      return last;
    },
    pass: (minutes) => clock.advance(minutes * 60_000),
    close: world.close,
  };
}

paymentGatewayContract('Stripe', open);
