import type { Passkey, PasskeyOptions } from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import { createAuditLog, makeAdvertiser, type TestClient } from '../../testing';
import { createTestAuthenticator } from './testAuthenticator';
import { APP_URL, codeAt, type FactorsWorld, openFactors, second, turnOn } from './testFactors';

const PASSKEYS = '/api/settings/passkeys';
const { log, eventsOf, text } = createAuditLog();
let world: FactorsWorld;
beforeAll(async () => {
  world = await openFactors({ log });
});
afterAll(() => world.close());

const options = async (client: TestClient, path: string) =>
  (await client.post<PasskeyOptions>(path)).body.options;

it('names each step with its account, and no secret', async () => {
  const user = await makeAdvertiser(world.test.db);
  const client = await world.signedIn(user);
  const { secret, codes } = await turnOn(world, client);
  const held = await world.held(user);
  await second(held, 'totp', '000000');
  const code = codeAt(world, secret);
  await second(held, 'totp', code);
  const [paper = ''] = codes;
  await second(await world.held(user), 'recovery', paper);
  await client.post('/api/settings/factors/recovery-codes');

  const key = createTestAuthenticator({ origin: APP_URL });
  const response = key.create(await options(client, `${PASSKEYS}/options`));
  const { id } = (await client.post<Passkey>(PASSKEYS, { name: 'Desk', response })).body;
  const confirmation = key.get(await options(client, '/api/auth/passkey/options'));
  await client.post('/api/auth/confirm-passkey', { response: confirmation });
  const refused = key.get(await options(client, '/api/auth/passkey/options'), { broken: true });
  await client.post('/api/auth/confirm-passkey', { response: refused });
  const guest = world.guest();
  const proof = key.get(await options(guest, '/api/auth/passkey/options'));
  await guest.post('/api/auth/passkey/verify', { response: proof });
  await client.patch(`${PASSKEYS}/${id}`, { name: 'Home' });
  await client.delete(`${PASSKEYS}/${id}`);
  await client.delete('/api/settings/factors/totp');

  expect(eventsOf(user.id)).toEqual([
    'auth.signed_in',
    'auth.totp_added',
    'auth.login_held',
    'auth.second_factor_failed',
    'auth.second_factor_passed',
    'auth.signed_in',
    'auth.login_held',
    'auth.second_factor_passed',
    'auth.signed_in',
    'auth.recovery_codes_made',
    'auth.passkey_added',
    'auth.passkey_confirmed',
    'auth.passkey_refused',
    'auth.passkey_used',
    'auth.signed_in',
    'auth.passkey_renamed',
    'auth.passkey_removed',
    'auth.totp_removed',
  ]);
  const all = text();
  for (const hidden of [secret, paper, user.email, proof.response.signature, 'Desk'])
    expect(all).not.toContain(hidden);
});

it.each([
  'Begin again: this setup has taken too long',
  'This code is wrong. Check the time of your device',
  'This code is wrong or was used already. Wait for the next one',
  'This recovery code is wrong or was used already',
  'Turn on two-step verification first',
  'Too much time has passed: sign in with your password again',
  'Too much time has passed: try the passkey again',
  'This passkey could not be added. Try again',
  'This passkey does not belong to an account here',
  'This passkey is in use already',
  'You have 20 passkeys already. Remove one first',
  'This is the only way into your account. Set a password first',
  'No such passkey',
  'Enter the six digits that the app shows',
  'Enter one of your recovery codes',
  'Give the passkey a name',
])('says “%s” in German too', (words) => expect(translateMessage('de', words)).not.toBe(words));
