import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { connectedClient } from './officialClient';
import { startXeroSandbox } from './startXeroSandbox';
import type { XeroSandbox } from './types';

/** An app that takes webhooks as Xero wants it, or as it is told. */
interface Receiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  answer: (
    body: string,
    signature: string,
    count: number,
  ) => { status: number; body?: string; cookie?: string };
}

const KEY = 'webhook key';
const INVOICE = '243216c5-369e-4056-ac67-05388f86dc81';
const hmac = (body: string) => createHmac('sha256', KEY).update(body).digest('base64');
const verify: Receiver['answer'] = (body, signature) => ({ status: signature === hmac(body) ? 200 : 401 });

let http: Server;
let receiver: Receiver;
let sandbox: XeroSandbox;
beforeEach(async () => {
  http = createServer(async (req, res) => {
    const body = await readText(req);
    receiver.received.push({ headers: req.headers, body });
    const signature = String(req.headers['x-xero-signature']);
    const { status, body: text, cookie } = receiver.answer(body, signature, receiver.received.length);
    res.writeHead(status, cookie === undefined ? {} : { 'Set-Cookie': cookie }).end(text);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  receiver = { url: `http://127.0.0.1:${port}/xero/webhooks`, received: [], answer: verify };
  sandbox = await startXeroSandbox({ webhookUrl: receiver.url, webhookKey: KEY, webhookRetryMs: [5, 5] });
});
afterEach(async () => {
  await sandbox.close();
  http.closeAllConnections();
  http.close();
});

const eventsOf = () => receiver.received.map(({ body }) => JSON.parse(body).events[0]);
const invoice = { Type: 'ACCREC', contact: { name: 'Acme' }, reference: 'payment:1' };

describe('webhooks by themselves', () => {
  it('tell of every change of an invoice, signed over the bytes', async () => {
    const client = await connectedClient(sandbox);
    const tenantId = sandbox.organisations[0]?.id ?? '';
    const { accountingApi } = client;
    const full = {
      ...invoice,
      type: 'ACCREC' as never,
      status: 'AUTHORISED' as never,
      dueDate: '2026-12-06',
      lineItems: [{ description: 'x', quantity: 1, unitAmount: 10, accountCode: '200' }],
    };
    const made = await accountingApi.createInvoices(tenantId, { invoices: [full] });
    await sandbox.webhooks.idle();
    const invoiceID = made.body.invoices?.[0]?.invoiceID ?? '';
    await accountingApi.createPayments(tenantId, {
      payments: [{ invoice: { invoiceID }, account: { code: '090' }, amount: 10 }],
    });
    await sandbox.webhooks.idle();
    expect(eventsOf()).toEqual([
      expect.objectContaining({
        tenantId,
        tenantType: 'ORGANISATION',
        eventCategory: 'INVOICE',
        eventType: 'CREATE',
        resourceId: invoiceID,
        resourceUrl: `${sandbox.apiUrl}/api.xro/2.0/Invoices/${invoiceID}`,
      }),
      expect.objectContaining({ eventType: 'UPDATE', resourceId: invoiceID }),
    ]);
    for (const { headers, body } of receiver.received) expect(headers['x-xero-signature']).toBe(hmac(body));
    expect(receiver.received.map(({ body }) => JSON.parse(body).firstEventSequence)).toEqual([1, 2]);
    expect(sandbox.state().webhooks).toEqual({ sent: 2, taken: 2 });
  });

  it('come again when they are not taken, with the same bytes, and end at some time', async () => {
    receiver.answer = (_body, _signature, count) => ({ status: count < 3 ? 500 : 200 });
    sandbox.webhooks.queue({ tenantId: INVOICE, invoiceId: INVOICE, type: 'CREATE' });
    await sandbox.webhooks.idle();
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(sandbox.webhooks.deliveries.map(({ status }) => status)).toEqual([500, 500, 200]);
    receiver.answer = () => ({ status: 500 });
    sandbox.webhooks.queue({ tenantId: INVOICE, invoiceId: INVOICE, type: 'UPDATE' });
    await sandbox.webhooks.idle();
    expect(receiver.received).toHaveLength(6);
  });

  it('do not tell of an invoice whose call was refused', async () => {
    const client = await connectedClient(sandbox);
    const tenantId = sandbox.organisations[0]?.id ?? '';
    await expect(
      client.accountingApi.createInvoices(tenantId, {
        invoices: [{ ...invoice, type: 'ACCREC' as never, contact: {} }],
      }),
    ).rejects.toBeDefined();
    await sandbox.webhooks.idle();
    expect(receiver.received).toEqual([]);
  });
});

describe('webhooks on demand', () => {
  it('send the same several times, and a wrong signature', async () => {
    const event = { tenantId: INVOICE, invoiceId: INVOICE, type: 'UPDATE' } as const;
    const thrice = await sandbox.webhooks.send([event, { ...event, type: 'CREATE' }], { times: 3 });
    expect(thrice.map(({ status, problems }) => [status, problems])).toEqual([
      [200, []],
      [200, []],
      [200, []],
    ]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [forged] = await sandbox.webhooks.send([event], { signature: 'c29tZWJvZHk=' });
    expect(forged?.status).toBe(401);
  });

  it('check an address as Xero does: right signatures 200, wrong ones 401, nothing in the answer', async () => {
    expect(await sandbox.webhooks.intentToReceive()).toMatchObject({ isPassed: true });
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ events: [], firstEventSequence: 0 });
    receiver.answer = () => ({ status: 200 });
    expect(await sandbox.webhooks.intentToReceive()).toMatchObject({ isPassed: false });
    receiver.answer = (...given) => ({ ...verify(...given), body: 'thanks', cookie: 'a=b' });
    const { isPassed, deliveries } = await sandbox.webhooks.intentToReceive();
    expect([isPassed, deliveries[0]?.problems]).toEqual([
      false,
      ['the answer has a body', 'the answer sets a cookie'],
    ]);
  });

  it('refuse to send what is against Xero’s description, and note when nobody answers', async () => {
    await expect(
      sandbox.webhooks.send([{ tenantId: 'somebody', invoiceId: INVOICE, type: 'UPDATE' }]),
    ).rejects.toThrow('tenantId must match format "uuid"');
    const event = { tenantId: INVOICE, invoiceId: INVOICE, type: 'UPDATE' } as const;
    const [lost] = await sandbox.webhooks.send([event], { url: 'http://127.0.0.1:1/' });
    expect([lost?.status, lost?.problems]).toEqual([null, ['no answer']]);
  });

  it('can be asked for from outside', async () => {
    const post = (path: string, body: unknown) =>
      fetch(`${sandbox.url}/__sandbox${path}`, { method: 'POST', body: JSON.stringify(body) });
    const event = { tenantId: INVOICE, invoiceId: INVOICE, type: 'UPDATE' };
    expect((await (await post('/webhooks', { events: [event], times: 2 })).json()).deliveries).toHaveLength(
      2,
    );
    expect(await (await post('/webhooks/intent', {})).json()).toMatchObject({ isPassed: true });
    const { deliveries } = await (await fetch(`${sandbox.url}/__sandbox/webhooks`)).json();
    expect(deliveries).toHaveLength(6);
  });
});
