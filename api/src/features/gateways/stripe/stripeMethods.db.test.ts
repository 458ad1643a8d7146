import { type GatewayUnderTest, gatewayContract } from '../gatewayContract';
import { CARD, openStripe } from './testStripe';

async function open(): Promise<GatewayUnderTest> {
  const world = await openStripe();
  return {
    gateway: world.methods,
    owner: world.owner,
    staysOpen: true,
    visit: (url, _, outcome) =>
      outcome === 'cancelled'
        ? world.visit(url, 'cancelled')
        : world.enter(url, outcome === 'done' ? CARD.fine : CARD.declined).then(() => {}),
    expire: async () => world.clock.advance(25 * 3_600_000),
    close: world.close,
  };
}

gatewayContract('Stripe', open);
