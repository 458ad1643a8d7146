import { GatewayRefused } from '../Gateway';
import { createBankTransfer } from './bankTransfer';

const gateway = createBankTransfer();
const signal = AbortSignal.timeout(5_000);
const order = {
  paymentId: 'pay_17',
  chargedMicros: 250_000_000n,
  currency: 'EUR',
  description: 'Deposit',
  idempotencyKey: 'key',
  payer: { userId: 1, email: 'a@b.test', locale: 'en' },
  returnUrl: 'https://app.test/',
};

it('has no page, and is known by our own number', async () => {
  const first = await gateway.beginCheckout(order, signal);
  expect(first).toEqual({ externalId: 'pay_17', url: null });
  expect(await gateway.beginCheckout(order, signal)).toEqual(first);
  const parts = gateway.beginCheckout({ ...order, chargedMicros: 1n }, signal);
  await expect(parts).rejects.toBeInstanceOf(GatewayRefused);
});

it('is open for whoever asks: an operator matches it', async () => {
  await gateway.cancel('pay_17', signal);
  expect(await gateway.read('pay_17', signal)).toEqual({ state: 'open' });
  expect(gateway.way).toBe('transfer');
  expect(gateway.readWebhook).toBeUndefined();
});

it('is neither charged nor sent back by a call', async () => {
  const { returnUrl: _, ...rest } = order;
  expect(gateway.charges).toBe(false);
  await expect(gateway.charge({ ...rest, token: 'token' }, signal)).rejects.toBeInstanceOf(GatewayRefused);
  const back = { externalId: 'pay_17', amountMicros: 10_000n, currency: 'EUR', idempotencyKey: 'key' };
  await expect(gateway.refund(back, signal)).rejects.toBeInstanceOf(GatewayRefused);
});
