import { randomUUID } from 'node:crypto';
import {
  CHANNELS,
  type OperatorPayment,
  type Payment,
  type PublicConfig,
  type TraceAnswer,
  type TraceList,
  type TraceSpan,
  type XeroAuthAnswer,
} from '@ezdash/contracts';
import { createLog } from '../../../platform/log';
import { makeAdmin, makeAdvertiser, type TestClient, until } from '../../../testing';
import { enterConsole } from '../../../testing/enterConsole';
import { startWholeApp, type WholeApp } from '../../../testing/startWholeApp';
import { startXeroSandbox, type XeroSandbox } from '../../../testing/xeroSandbox';
import { closePages, openPage, type TestPage } from '../../realtime/testPage';

/** The whole way of one click, through the server as people have it, before a local Xero. */

const APP_URL = 'http://localhost:8080';
const CLICK = 'click-0a1b2c3d4e5f';
const ACCOUNT = {
  holder: 'Test network',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bank: 'Test bank',
};
const AMOUNT = 500_000_000;

let sandbox: XeroSandbox;
let app: WholeApp;
let admin: TestClient;
let page: TestPage;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  sandbox = await startXeroSandbox();
  const log = createLog({ production: true, write: (line) => void lines.push(JSON.parse(line)) });
  app = await startWholeApp(
    {
      XERO_ISSUER: sandbox.issuer,
      XERO_API_URL: sandbox.apiUrl,
      XERO_CLIENT_ID: sandbox.clientId,
      XERO_CLIENT_SECRET: sandbox.clientSecret,
      BANK_ACCOUNT: JSON.stringify(ACCOUNT),
    },
    log,
  );
  const person = await makeAdmin(app.test.db);
  admin = app.client();
  await admin.signIn(person);
  await enterConsole(admin, person);
  const { body } = await admin.post<XeroAuthAnswer>('/debug-tool/xero/auth');
  const back = await sandbox.authorize(body.auth_url);
  expect((await admin.get(back.slice(APP_URL.length))).status).toBe(200);
  const { body: config } = await admin.get<PublicConfig>('/api/config');
  if (!config.broadcaster) throw new Error('The app has no broadcaster');
  page = await openPage(config.broadcaster, admin);
  await page.listen(CHANNELS.operators());
});
afterAll(async () => {
  closePages();
  await app?.close();
  await sandbox?.close();
});

/** A transfer that an advertiser has announced: its reference. */
async function announced(): Promise<string> {
  const owner = app.client();
  await owner.signIn(await makeAdvertiser(app.test.db, { cashMicros: 0n }));
  const { status, text, body } = await owner.post<Payment>('/api/advertiser/deposits', {
    deposit_id: randomUUID(),
    amount_micros: AMOUNT,
    gateway: 'bank-transfer',
    method_id: null,
    promo_code: null,
  });
  if (status !== 201) throw new Error(`The deposit was answered with ${status}: ${text}`);
  const { reference } = await app.test.db
    .selectFrom('payment')
    .select('reference')
    .where('client_key', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  if (reference === null) throw new Error(`The payment ${body.id} has no reference`);
  return reference;
}

const match = (client: TestClient, reference: string) =>
  client.post<OperatorPayment>('/api/operator/bank-transfers', {
    reference,
    amount_micros: AMOUNT,
    bank_reference: randomUUID(),
    received_at: new Date().toISOString(),
  });

const spansOf = async (id: string, client = admin): Promise<TraceSpan[]> =>
  (await client.get<TraceAnswer>(`/debug-tool/traces/${id}`)).body.spans;
const beganAt = ({ started_at }: TraceSpan) => Date.parse(started_at);
const endedAt = (each: TraceSpan) => beganAt(each) + (each.duration_ms ?? 0);

function find(spans: readonly TraceSpan[], kind: TraceSpan['kind'], name: string | RegExp): TraceSpan {
  const found = spans.find(
    (each) => each.kind === kind && (name instanceof RegExp ? name.test(each.name) : name === each.name),
  );
  if (!found) throw new Error(`No ${kind} ${name} among ${spans.map((each) => each.name).join(', ')}`);
  return found;
}

describe('a click', () => {
  let reference: string;
  let requestId: string | null;
  let spans: TraceSpan[];
  beforeAll(async () => {
    reference = await announced();
    page.messages.length = 0;
    admin.setHeader('X-Correlation-Id', CLICK);
    const { status, headers, body } = await match(admin, reference);
    admin.setHeader('X-Correlation-Id', null);
    expect([status, body.state]).toEqual([200, 'completed']);
    requestId = headers.get('X-Request-Id');
    spans = await until(
      () => spansOf(CLICK),
      // Of the call itself, and of the job when the invoice is made.
      (known) => known.filter(({ name }) => name === 'operators money.changed').length >= 2,
      'What came of the click',
    );
  });

  it('is in the call, its SQL and its lines of the log', () => {
    const request = find(spans, 'request', 'POST /api/operator/bank-transfers');
    expect(request).toMatchObject({ failed: false, request_id: requestId, detail: { status: 200 } });
    for (const each of [
      find(spans, 'sql', /^update "payment" set/),
      find(spans, 'sql', 'commit'),
      find(spans, 'log', 'A bank transfer was matched'),
    ]) {
      expect(each.request_id).toBe(requestId);
      expect(beganAt(each)).toBeGreaterThanOrEqual(beganAt(request) - 1);
      expect(endedAt(each)).toBeLessThanOrEqual(endedAt(request) + 1);
    }
    const own = lines.filter(({ correlationId }) => correlationId === CLICK);
    expect(own).toContainEqual(expect.objectContaining({ event: 'payments.transfer_matched', requestId }));
  });

  it('is in the job that the call sent, and in what the job asks of Xero', () => {
    const job = find(spans, 'job', 'xero.invoice');
    expect(job).toMatchObject({ failed: false, request_id: null, detail: { attempt: 1 } });
    for (const name of ['GET', 'PUT', 'POST'].map((method) => new RegExp(`^${method} /api.xro/2.0/`))) {
      const call = find(spans, 'xero', name);
      expect(call.detail).toEqual({ outcome: 'answered' });
      expect(beganAt(call)).toBeGreaterThanOrEqual(beganAt(job) - 1);
      expect(endedAt(call)).toBeLessThanOrEqual(endedAt(job) + 1);
    }
    expect(find(spans, 'xero', 'PUT /api.xro/2.0/Invoices').duration_ms).toBeGreaterThan(0);
    expect(find(spans, 'mail', /./).detail).toEqual({ state: 'kept' });
  });

  it('is in the messages that open pages get, whether a trigger or the app tells them', async () => {
    expect(find(spans, 'broadcast', 'operators money.changed').duration_ms).toBeNull();
    expect(find(spans, 'broadcast', 'account balance.changed').detail).toEqual({ channels: 1 });
    const told = { channel: CHANNELS.operators(), event: 'money.changed', data: { correlation_id: CLICK } };
    expect(page.messages).toContainEqual(told);
  });

  it('leaves nothing of what was sent: no parameters, no people, no secrets', () => {
    const text = JSON.stringify(spans);
    for (const secret of [reference, '@', sandbox.clientSecret, app.test.connection.database ?? '', AMOUNT])
      expect(text).not.toContain(String(secret));
  });

  it('is in the list, in the order of the calendar, to the microsecond', async () => {
    const { body } = await admin.get<TraceList>('/debug-tool/traces');
    const mine = body.traces.find(({ correlation_id }) => correlation_id === CLICK);
    expect(mine).toMatchObject({ name: 'POST /api/operator/bank-transfers', failed: false });
    expect(mine?.spans).toBeGreaterThanOrEqual(spans.length);
    expect(spans.map(({ started_at }) => started_at)).toEqual(
      spans.map(({ started_at }) => started_at).sort(),
    );
    expect(mine?.began_at).toMatch(/\.\d{6}Z$/);
  });

  it('is read by the debug session that it belongs to alone', async () => {
    const person = await makeAdmin(app.test.db);
    const other = app.client();
    await other.signIn(person);
    expect((await other.get(`/debug-tool/traces/${CLICK}`)).status).toBe(401);
    await enterConsole(other, person);
    expect(await spansOf(CLICK, other)).toEqual([]);
    expect((await other.get<TraceList>('/debug-tool/traces')).body.traces).toEqual([]);
  });

  it('is nobody else’s: a browser that does not debug leaves nothing', async () => {
    const rows = await app.test.db.selectFrom('debug_trace').select('name').execute();
    expect(rows.length).toBeGreaterThan(spans.length);
    expect(rows.map(({ name }) => name)).not.toContain('POST /api/advertiser/deposits');
  });
});

it('does not list what the tool asks of itself', async () => {
  const names = async () =>
    (await admin.get<TraceList>('/debug-tool/traces')).body.traces.map(({ name }) => name);
  for (const path of ['verify', 'page-data', 'user/current', 'xero/status', 'traces'])
    await admin.get(`/debug-tool/${path}`);
  await admin.post('/debug-tool/log', {
    level: 'info',
    message: 'Hello',
    data: null,
    timestamp: new Date().toISOString(),
  });
  const known = await names();
  expect(known).toContain('POST /debug-tool/xero/auth');
  expect(known.filter((name) => /verify|page-data|current|status|traces|log$/.test(name))).toEqual([]);
});
