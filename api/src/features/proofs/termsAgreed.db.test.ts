import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { makeUser } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const HOUR_MS = 3_600_000;
const EMAIL = 'terms@example.test';
const ANSWERS = { role: 'publisher', company_name: 'Fern', country: 'DE', terms_version: TERMS_VERSION };
let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs();
});
afterAll(() => world.close());

const row = (email: string) =>
  world.test.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

describe('the terms are agreed to', () => {
  it('when somebody registers, not when the mailed link is opened', async () => {
    const client = world.app.client();
    const agreedAt = world.clock.now();
    await client.post('/api/auth/register', { ...ANSWERS, email: EMAIL, password: 'a good long phrase' });
    await world.settled();
    world.clock.advance(5 * HOUR_MS);
    const token = await world.newestToken(EMAIL);
    expect((await client.post('/api/auth/verify-email', { token })).status).toBe(200);
    expect(await row(EMAIL)).toMatchObject({ terms_agreed_at: agreedAt, created_at: world.clock.now() });
  });

  it('when a registration that began elsewhere is completed', async () => {
    const user = await makeUser(world.test.db, { status: 'pending', terms_version: null });
    expect((await row(user.email)).terms_agreed_at).toBeNull();
    const client = world.app.client();
    await client.signIn(user);
    world.clock.advance(HOUR_MS);
    const agreedAt = world.clock.now();
    expect((await client.post('/api/auth/complete-registration', ANSWERS)).status).toBe(200);
    world.clock.advance(HOUR_MS);
    expect((await client.post('/api/auth/complete-registration', ANSWERS)).status).toBe(409);
    expect((await row(user.email)).terms_agreed_at).toEqual(agreedAt);
  });
});
