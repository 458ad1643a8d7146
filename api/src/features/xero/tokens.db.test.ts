import { publicId, type XeroStatus } from '@ezdash/contracts';
import { openServer, openXero, type XeroWorld } from './testXero';

jest.setTimeout(90_000);

const MINUTE_MS = 60_000;
/** The limits of calls are another test's. */
const OPTIONS = {
  limits: { window: 100_000 },
  timeouts: { identityMs: 1_500 },
  sandbox: { limits: { minute: 100_000 } },
};

let world: XeroWorld;
let paymentId: string;
beforeEach(async () => {
  world = await openXero(OPTIONS);
  await world.connect();
  paymentId = publicId('payment', await world.deposit());
  await world.settled();
});
afterEach(() => world.close());

const tokens = () => world.sandbox.state().tokens;
const statusOf = async () =>
  (await (await world.operator()).get<XeroStatus>('/api/operator/xero')).body.status;

it('is renewed by one call for 50 that need it at once, on two servers', async () => {
  const other = openServer(world.test, world.sandbox, world.clock, OPTIONS);
  world.clock.advance(31 * MINUTE_MS);
  const before = tokens();
  const services = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? world.xero : other.xero).service);
  const files = await Promise.all(services.map((service) => service.pdf(paymentId)));
  expect(files.every((bytes) => bytes.length > 500)).toBe(true);
  expect(tokens()).toEqual({ ...before, refreshed: before.refreshed + 1 });
  await other.jobs.stop();
});

it('is renewed once when Xero refuses it before its time', async () => {
  world.sandbox.expireAccessTokens();
  const before = tokens();
  await Promise.all(Array.from({ length: 10 }, () => world.xero.service.pdf(paymentId)));
  expect(tokens().refreshed).toBe(before.refreshed + 1);
  expect(await statusOf()).toEqual({ connected: true, has_credentials: true });
});

it('is renewed by itself while nobody calls: a lost answer is noticed in time, and quiet months end nothing', async () => {
  world.clock.advance(31 * MINUTE_MS);
  const before = tokens();
  await world.xero.sweep();
  await world.xero.sweep();
  expect(tokens()).toEqual({ ...before, refreshed: before.refreshed + 1 });
  world.clock.advance(31 * MINUTE_MS);
  world.sandbox.fault({ kind: 'resetAfter', on: 'token', times: 2 });
  await world.xero.sweep();
  await world.xero.sweep();
  expect(tokens().refused).toBe(0);
  expect(await statusOf()).toEqual({ connected: true, has_credentials: true });
});

it('is renewed with the old refresh token when the answer got lost', async () => {
  world.clock.advance(31 * MINUTE_MS);
  world.sandbox.fault({ kind: 'resetAfter', on: 'token', times: 2 });
  await expect(world.xero.service.pdf(paymentId)).rejects.toMatchObject({ code: 'XERO_FAILED' });
  const before = tokens();
  expect((await world.xero.service.pdf(paymentId)).length).toBeGreaterThan(500);
  // The second of the two calls was one already.
  expect([before.retried, tokens().retried]).toEqual([1, 2]);
  // What came of it is good in its turn.
  world.clock.advance(31 * MINUTE_MS);
  await world.xero.service.pdf(paymentId);
  expect(tokens()).toMatchObject({ refreshed: 2, refused: 0 });
});

it('an identity that hangs holds nobody up for good', async () => {
  world.clock.advance(31 * MINUTE_MS);
  world.sandbox.fault({ kind: 'hangBefore', on: 'token', times: 2 });
  await expect(world.xero.service.pdf(paymentId)).rejects.toMatchObject({ code: 'XERO_FAILED' });
  expect((await world.xero.service.pdf(paymentId)).length).toBeGreaterThan(500);
});

it('that Xero takes no more makes the connection expired, until somebody connects again', async () => {
  world.clock.advance(31 * MINUTE_MS);
  world.sandbox.fault({ kind: 'resetAfter', on: 'token', times: 2 });
  await expect(world.xero.service.pdf(paymentId)).rejects.toThrow();
  world.sandbox.advance(31 * MINUTE_MS);
  await expect(world.xero.service.pdf(paymentId)).rejects.toMatchObject({ code: 'XERO_NOT_CONNECTED' });
  expect(await statusOf()).toEqual({ connected: false, has_credentials: true });
  const { refused } = tokens();
  await expect(world.xero.service.pdf(paymentId)).rejects.toMatchObject({ code: 'XERO_NOT_CONNECTED' });
  // It is not asked again and again.
  expect(tokens().refused).toBe(refused);
  await world.connect();
  expect((await world.xero.service.pdf(paymentId)).length).toBeGreaterThan(500);
});
