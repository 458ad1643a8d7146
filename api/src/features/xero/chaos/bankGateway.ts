import { z } from 'zod';
import { type GatewayPayment, GatewayRefused, type PaymentGateway, WebhookRefused } from '../../gateways';

export const BANK_ID = 'bank';
/** In place of a signature: who knows it is the bank. */
export const BANK_SIGNATURE = 'signed by the bank';

const answer = z.object({
  id: z.string(),
  state: z.enum(['open', 'paid', 'cancelled']),
  chargedMicros: z.string(),
});
const notice = z.object({ eventId: z.string(), kind: z.string(), externalId: z.string() });

/** The bank as a gateway of the server that is killed. */
export function bankGateway(url: string): PaymentGateway {
  async function ask(path: string, signal: AbortSignal, body?: object) {
    const reply = await fetch(`${url}/checkouts${path}`, {
      signal,
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.ok ? answer.parse(await reply.json()) : null;
  }

  const refuse = () => Promise.reject(new GatewayRefused('The bank does not do that'));

  return {
    id: BANK_ID,
    name: 'Bank',
    way: 'checkout',
    leastMicros: 100_000_000n,
    mostMicros: 50_000_000_000n,
    fee: { bps: 100, fixedMicros: 250_000n },
    charges: false,
    beginCheckout: async ({ idempotencyKey, paymentId, chargedMicros }, signal) => {
      const order = { key: idempotencyKey, paymentId, chargedMicros: String(chargedMicros) };
      const made = await ask('/', signal, order);
      if (!made) throw new Error('The bank opened nothing');
      return { externalId: made.id, url: `${url}/pages/${made.id}` };
    },
    read: async (externalId, signal): Promise<GatewayPayment> => {
      const found = await ask(`/${externalId}`, signal);
      if (!found) return { state: 'expired' };
      if (found.state !== 'paid') return { state: found.state };
      return {
        state: 'paid',
        paidMicros: BigInt(found.chargedMicros),
        currency: 'USD',
        transactionId: `txn-${externalId}`,
        methodLabel: 'Account 1881',
        refunds: [],
        disputes: [],
      };
    },
    cancel: async (externalId, signal) => void (await ask(`/${externalId}/cancel`, signal)),
    charge: refuse,
    refund: refuse,
    readWebhook: async (body, headers) => {
      if (headers['x-bank-signature'] !== BANK_SIGNATURE) throw new WebhookRefused('Not the bank');
      return notice.parse(JSON.parse(body.toString('utf8')));
    },
  };
}
