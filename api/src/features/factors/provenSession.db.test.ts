import type { Passkey, PasskeyOptions } from '@ezdash/contracts';
import { makeAdvertiser, type TestClient } from '../../testing';
import { createTestAuthenticator } from './testAuthenticator';
import { APP_URL, type FactorsWorld, me, openFactors } from './testFactors';

let world: FactorsWorld;
beforeAll(async () => {
  world = await openFactors();
});
afterAll(() => world.close());

const options = async (client: TestClient, path: string) =>
  (await client.post<PasskeyOptions>(path)).body.options;

it('a confirmed passkey gives the session a new name, and the old one soon opens nothing', async () => {
  const user = await makeAdvertiser(world.test.db);
  const client = await world.signedIn(user);
  const key = createTestAuthenticator({ origin: APP_URL });
  const response = key.create(await options(client, '/api/settings/passkeys/options'));
  expect((await client.post<Passkey>('/api/settings/passkeys', { name: 'Desk', response })).status).toBe(201);
  const before = client.cookies.get('ez.sid') ?? '';
  const proof = key.get(await options(client, '/api/auth/passkey/options'));
  expect((await client.post('/api/auth/confirm-passkey', { response: proof })).status).toBe(200);
  expect(client.cookies.get('ez.sid')).not.toBe(before);
  expect(await me(client)).toBe(user.id);
  const thief = world.guest();
  thief.cookies.set('ez.sid', before);
  // It lives a moment, for calls that are on their way; the proof is not its own (platform/auth/sessions.db.test.ts).
  const { rows } = await world.test.pool.query(
    "SELECT expire - now() <= interval '10 seconds' AS soon FROM session WHERE sess ->> 'moved' = 'true'",
  );
  expect(rows).toEqual([{ soon: true }]);
  await world.test.pool.query("UPDATE session SET expire = now() WHERE sess ->> 'moved' = 'true'");
  expect(await me(thief)).toBeNull();
});
