import type { ErrorBody } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestDb,
} from '../../testing';

let test: TestDb;
let app: TestApp;
beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test, trustProxy: ['loopback'] });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

describe('somebody suspended', () => {
  it('signs in, sees why, and changes nothing', async () => {
    const user = await makePublisher(test.db, { status: 'suspended' });
    const client = app.client();
    client.setHeader('X-Forwarded-For', '192.0.2.50');
    await client.signIn(user);
    const me = await client.get<{ user: { status: string } }>('/api/auth/me');
    expect(me.body.user.status).toBe('suspended');
    const read = () =>
      test.db
        .selectFrom('app_user')
        .select(['first_name', 'theme', 'locale', 'updated_at'])
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow();
    const before = await read();
    const profile = await client.patch<ErrorBody>('/api/settings/profile', { first_name: 'Other' });
    expect([profile.status, profile.body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    expect((await client.patch('/api/settings/appearance', { theme: 'dark' })).status).toBe(403);
    // The page still speaks the language that is asked for; the account does not learn of it.
    const language = await client.post('/api/locale', { locale: 'de' });
    expect([language.status, client.cookies.get('ezdash_locale')]).toEqual([200, 'de']);
    expect(await read()).toEqual(before);
  });

  it('learns nothing of what a call takes, and may sign out', async () => {
    const client = app.client();
    client.setHeader('X-Forwarded-For', '192.0.2.51');
    await client.signIn(await makeAdvertiser(test.db, { status: 'suspended' }));
    const body = await client.patch<ErrorBody>('/api/settings/profile', { nonsense: 1 });
    expect([body.status, body.body.errors]).toEqual([403, undefined]);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
  });
});
