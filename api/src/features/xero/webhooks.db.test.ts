import { createHmac } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { openXero, type XeroWorld } from './testXero';

let world: XeroWorld;
let url: string;
beforeAll(async () => {
  world = await openXero();
  url = `${world.app.url}/webhooks/xero`;
  await world.connect();
});
afterAll(() => world.close());

const events = () => world.test.db.selectFrom('xero_event').selectAll().execute();
const post = (body: string, signature: string) =>
  fetch(url, { method: 'POST', headers: { 'x-xero-signature': signature }, body });
const sign = (body: string) => createHmac('sha256', world.sandbox.webhookKey).update(body).digest('base64');

it('passes Xero’s check of the address', async () => {
  expect(await world.sandbox.webhooks.intentToReceive(url)).toMatchObject({ isPassed: true });
});

it('keeps an event once and asks Xero how the invoice stands', async () => {
  const paymentId = await world.deposit();
  await world.settled();
  const read = () =>
    world.test.db
      .selectFrom('xero_invoice')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .executeTakeFirstOrThrow();
  const { invoice_id, tenant_id } = await read();
  // As if the note of it had been written before the last change.
  await world.test.db.updateTable('xero_invoice').set({ invoice_status: 'AUTHORISED' }).execute();
  const event = { tenantId: tenant_id ?? '', invoiceId: invoice_id ?? '', type: 'UPDATE' as const };
  const deliveries = await world.sandbox.webhooks.send([event], { times: 3, url });
  expect(deliveries.map(({ status, problems }) => [status, problems])).toEqual(Array(3).fill([200, []]));
  await world.settled();
  expect((await read()).invoice_status).toBe('PAID');
  const kept = await events();
  expect(kept).toHaveLength(1);
  expect(kept[0]?.worked_at).not.toBeNull();
  const reads = world.sandbox.exchanges.filter(({ operation }) => operation === 'getInvoice');
  expect(reads).toHaveLength(1);
  expect(publicId('payment', paymentId)).toBe((await read()).invoice_number);
});

it('takes nothing that Xero did not sign', async () => {
  const before = (await events()).length;
  const body = JSON.stringify({ events: [], firstEventSequence: 0, lastEventSequence: 0, entropy: 'X' });
  for (const signature of ['', 'AAAA', sign(`${body} `), sign(body).slice(0, -4)])
    expect((await post(body, signature)).status).toBe(401);
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401);
  expect((await post('no json', sign('no json'))).status).toBe(400);
  expect((await events()).length).toBe(before);
});

it('an event about nothing of ours asks nobody', async () => {
  const before = world.sandbox.exchanges.length;
  const event = {
    tenantId: world.sandbox.organisations[0]?.id ?? '',
    invoiceId: '00000000-0000-4000-8000-000000000009',
    type: 'CREATE' as const,
  };
  await world.sandbox.webhooks.send([event], { url });
  await world.settled();
  expect(world.sandbox.exchanges.length).toBe(before);
});

it('is not there without a key', async () => {
  const other = await openXero({ config: { webhookKey: undefined } });
  const answer = await fetch(`${other.app.url}/webhooks/xero`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
  await other.close();
});
