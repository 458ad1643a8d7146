import type { ErrorBody, PaymentMethod, PaymentMethodList, PaymentSetup } from '@ezdash/contracts';
import { makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import type { Gateway, GatewaySetup } from '../gateways';
import { openPayments, PATH, type PaymentsWorld } from './testPayments';

/** A gateway elsewhere, which is there or away as the test says. */
let isAway = false;
let setup: GatewaySetup = { state: 'open' };
const calls: string[] = [];
const detached: string[] = [];

async function called<T>(name: string, answer: T): Promise<T> {
  calls.push(name);
  if (isAway) throw new Error('connect ECONNREFUSED');
  return answer;
}
const gateway: Gateway = {
  id: 'elsewhere',
  name: 'Elsewhere',
  kinds: ['card'],
  beginSetup: ({ setupId, idempotencyKey }) =>
    called(`begin ${idempotencyKey === setupId}`, { url: `https://pay.test/${setupId}` }),
  readSetup: () => called('read', setup),
  detach: (token) => called('detach', undefined).then(() => void detached.push(token)),
};

let world: PaymentsWorld;
let client: TestClient;
beforeAll(async () => {
  world = await openPayments({
    gateways: [gateway],
    policy: { timeoutMs: 2_000, tries: 2, firstPauseMs: 1 },
  });
  client = await world.signedIn(await makeAdvertiser(world.test.db));
  client.setHeader('Idempotency-Key', 'one-press');
});
afterAll(() => world.close());
beforeEach(() => {
  isAway = false;
  setup = { state: 'open' };
  calls.length = 0;
});

const begin = () => client.post<PaymentSetup & ErrorBody>(`${PATH}/setups`, { gateway: 'elsewhere' });
const takeIn = (id: string) => client.post<PaymentMethod & ErrorBody>(PATH, { setup: id });
const FAILED = { status: 502, body: { code: 'GATEWAY_FAILED' } };

test('real gateways come first, each for what it keeps', async () => {
  const names = async (by: TestClient) =>
    (await by.get<PaymentMethodList>(PATH)).body.gateways.map(({ name }) => name);
  expect(await names(client)).toEqual(['Elsewhere', 'Sandbox']);
  expect(await names(await world.signedIn(await makePublisher(world.test.db)))).toEqual(['Sandbox']);
});

test('a visit that the gateway did not begin is begun by the next try of the same press', async () => {
  isAway = true;
  expect(await begin()).toMatchObject(FAILED);
  expect(calls).toEqual(['begin true', 'begin true']);
  isAway = false;
  const { status, body } = await begin();
  expect(status).toBe(201);
  expect(body.url).toBe(`https://pay.test/${body.id}`);
  calls.length = 0;
  expect((await begin()).body).toEqual(body);
  // The address is known: nobody is asked.
  expect(calls).toEqual([]);
});

test('what a gateway that is away holds is taken in later', async () => {
  const { body } = await begin();
  isAway = true;
  expect(await takeIn(body.id)).toMatchObject(FAILED);
  isAway = false;
  setup = {
    state: 'done',
    method: { token: 'tok_elsewhere_1', brand: null, last4: '1881', expires: '2030-01' },
  };
  expect(await takeIn(body.id)).toMatchObject({
    status: 201,
    body: { gateway: 'elsewhere', brand: null, last4: '1881' },
  });
  // It is known from now on, whether the gateway is there or not.
  isAway = true;
  expect((await takeIn(body.id)).status).toBe(200);
});

test('a method is removed at once, and given back with the token that was kept', async () => {
  const { methods } = (await client.get<PaymentMethodList>(PATH)).body;
  const id = methods[0]?.id ?? '';
  expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
  expect((await client.get<PaymentMethodList>(PATH)).body.methods).toEqual([]);
  await world.settled();
  expect(detached).toEqual(['tok_elsewhere_1']);
  const rows = await world.test.db.selectFrom('payment_method').select('id').execute();
  expect(rows).toEqual([]);
});
