import { randomUUID } from 'node:crypto';
import { makeAdvertiser } from '../../../testing';
import { openMailParts } from '../../../testing/mailParts';
import { createGateways } from '../createGateways';
import type { PageOutcome, Received } from '../paymentGatewayContract';
import { startStripeStandIn } from './standIn/startStripeStandIn';

const SECRET_KEY = 'sk_test_standin';
const WEBHOOK_SECRET = 'whsec_standin';

export const CARD = {
  fine: '4242424242424242',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
  asks: '4000002760003184',
  disputed: '4000000000000259',
  slow: '4000000000001000',
} as const;

const NUMBERS: Readonly<Record<PageOutcome, string>> = {
  paid: CARD.fine,
  declined: CARD.declined,
  cancelled: CARD.fine,
  confirming: CARD.slow,
  '3ds-passed': CARD.asks,
  '3ds-failed': CARD.asks,
};

/** The gateways of Stripe against the stand-in, through the official library. */
export async function openStripe() {
  const { test, parts, site, close } = await openMailParts();
  const { clock } = parts;
  const received: Received[] = [];
  const standIn = await startStripeStandIn({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    nowMs: clock.nowMs,
    onWebhook: (body, signature) =>
      received.push({ body: Buffer.from(body), headers: { 'stripe-signature': signature } }),
  });
  const gateways = createGateways({
    ...parts,
    ...site,
    secret: 'a secret of the tests, long enough for anybody',
    sandbox: false,
    transfers: false,
    stripe: {
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: standIn.url,
      fee: { bps: 150, fixedMicros: 250_000n },
    },
  });
  await parts.jobs.start();
  const user = await makeAdvertiser(test.db);
  const owner = { userId: user.id, locale: 'de' };
  const [gateway] = gateways.payment;
  const [methods] = gateways.methods;
  if (!gateway || !methods) throw new Error('There is no Stripe');

  const send = async (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const enter = (url: string, number: string) => send(url, { do: 'pay', number });

  /** Does at Stripe's page, or at the bank's, what leads there. */
  async function visit(url: string, outcome: PageOutcome): Promise<void> {
    if (outcome === 'cancelled') return void (await send(url, { do: 'leave' }));
    const answer = outcome === '3ds-failed' ? 'refuse' : 'approve';
    if (url.includes('/authenticate/')) return void (await send(url, { answer }));
    await enter(url, NUMBERS[outcome]);
    if (outcome.startsWith('3ds')) await send(url, { number: NUMBERS[outcome], answer });
  }

  async function keep(number: string): Promise<string> {
    const setupId = randomUUID();
    const { url } = await methods.beginSetup(
      { setupId, kind: 'card', owner, returnUrl: 'https://app.test/', idempotencyKey: setupId },
      AbortSignal.timeout(10_000),
    );
    await enter(url, number);
    const setup = await methods.readSetup(setupId, AbortSignal.timeout(10_000));
    if (setup.state !== 'done') throw new Error(`The card is ${setup.state}`);
    return setup.method.token;
  }

  return {
    test,
    clock,
    standIn,
    received,
    gateways,
    gateway,
    methods,
    user,
    owner,
    enter,
    visit,
    keep,
    close: async () => {
      await standIn.close();
      await close();
    },
  };
}
export type StripeWorld = Awaited<ReturnType<typeof openStripe>>;
