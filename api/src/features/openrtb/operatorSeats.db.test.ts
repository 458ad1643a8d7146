import type { ErrorBody, OperatorSeatMade, OperatorSeats, SeatProperties } from '@ezdash/contracts';
import { operatorSeatMade, operatorSeats, publicId } from '@ezdash/contracts';
import { ForbiddenError } from '../../platform/errors';
import {
  type AppWorld,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  makeProperty,
  openApp,
  type TestClient,
} from '../../testing';
import { createSeatsFeature } from './operatorSeats';
import { hashKey, readSeats } from './seats.repo';

let app: AppWorld;
let client: TestClient;
let proven: boolean;
const clock = fakeClock();

beforeEach(async () => {
  proven = true;
  app = await openApp(({ db }) => ({
    clock,
    mounts: createSeatsFeature({
      db,
      clock,
      checkProof: () => {
        if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
      },
    }).mounts,
  }));
  client = await app.clientOf(await makeAdmin(app.db));
});
afterEach(() => app.close());

const SEATS = '/api/operator/rtb-seats';
const list = async () => operatorSeats.parse((await client.get<OperatorSeats>(SEATS)).body).seats;
const add = (input: object) => client.post<OperatorSeatMade & ErrorBody>(SEATS, input);
const revoke = (id: number | string) => client.post<OperatorSeats & ErrorBody>(`${SEATS}/${id}/revoke`);
const site = (given: object = {}) => makeProperty(app.db, { state: 'approved', ...given });

it('adds an exchange whose key is told once and opens bidding', async () => {
  const property = await site({ name: 'Alpine Exchange', domain: 'alpine.example' });
  const property_id = publicId('property', property.id);
  const { status, body } = await add({ name: ' Alpine ', property_id, buyer_seat: 'ez-7' });
  expect(status).toBe(201);
  const { seat, key } = operatorSeatMade.parse(body);
  expect(seat).toMatchObject({
    name: 'Alpine',
    property: { id: property_id, name: 'Alpine Exchange', domain: 'alpine.example' },
    buyer_seat: 'ez-7',
    click_macro: null,
    requests_per_second: 1_000,
    revoked_at: null,
    last_notice_at: null,
  });
  expect([...(await readSeats(app.db)).keys()]).toEqual([hashKey(key).toString('hex')]);
  expect(JSON.stringify(await list())).not.toContain(key);
});

it('revokes an exchange once: its key opens nothing, and it stays in the list', async () => {
  const property = await site();
  const { body } = await add({ name: 'Alpine', property_id: publicId('property', property.id) });
  const { status, body: after } = await revoke(body.seat.id);
  expect([status, after.seats[0]?.revoked_at]).toEqual([200, clock.now().toISOString()]);
  expect((await readSeats(app.db)).size).toBe(0);
  expect((await revoke(body.seat.id)).status).toBe(404);
  for (const id of ['x', '0', '-1', '99999999999']) expect((await revoke(id)).status).toBe(404);
});

it('finds approved properties by name, domain or id', async () => {
  const alpine = await site({ name: '50%_Alpine', domain: 'alpine.example' });
  const other = await site({ name: 'Other', domain: 'coast.example' });
  await site({ name: 'Alpine in review', state: 'pending' });
  const find = async (search: string) => {
    const { body } = await client.get<SeatProperties>(
      `${SEATS}/properties?search=${encodeURIComponent(search)}`,
    );
    return body.properties.map(({ id }) => id);
  };
  const ids = [alpine, other].map(({ id }) => publicId('property', id));
  expect(await find('alp')).toEqual([ids[0]]);
  expect(await find('%_')).toEqual([ids[0]]);
  expect(await find('coast.')).toEqual([ids[1]]);
  expect(await find(ids[1] ?? '')).toEqual([ids[1]]);
  expect(await find('')).toEqual([ids[1], ids[0]]);
});

it('refuses what an exchange cannot be made of', async () => {
  const property_id = publicId('property', (await site()).id);
  const gone = publicId('property', (await site({ state: 'archived' })).id);
  const refused: readonly [object, string][] = [
    [{ name: '', property_id }, 'name'],
    [{ name: 'x'.repeat(121), property_id }, 'name'],
    [{ name: 'Alpine' }, 'property_id'],
    [{ name: 'Alpine', property_id: 'p_zzzzzz' }, 'property_id'],
    [{ name: 'Alpine', property_id: gone }, 'property_id'],
    [{ name: 'Alpine', property_id, requests_per_second: 0 }, 'requests_per_second'],
    [{ name: 'Alpine', property_id, requests_per_second: 100_001 }, 'requests_per_second'],
  ];
  for (const [input, field] of refused) {
    const { status, body } = await add(input);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  }
  expect(await list()).toEqual([]);
});

it('is for admins with a fresh proof', async () => {
  const property_id = publicId('property', (await site()).id);
  const { body } = await add({ name: 'Alpine', property_id });
  const theirs = await app.clientOf(await makeAdvertiser(app.db));
  expect((await theirs.get(SEATS)).status).toBe(403);
  expect((await theirs.post(SEATS, { name: 'Mine', property_id })).status).toBe(403);
  expect((await app.client().get(SEATS)).status).toBe(401);
  proven = false;
  for (const answer of [await add({ name: 'Second', property_id }), await revoke(body.seat.id)])
    expect([answer.status, answer.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
  expect((await list()).map(({ name, revoked_at }) => [name, revoked_at])).toEqual([['Alpine', null]]);
});
