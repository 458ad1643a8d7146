import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorBody, SocialConnection, SocialConnectionList } from '@ezdash/contracts';
import { ageProofs, type MadeUser, makeAdvertiser, makeUser } from '../../testing';
import { type Browser, openSocial, type SocialWorld } from './testSocial';

const LIST = '/api/settings/social-connections';
const LINK = '/auth/social/acme/start?intent=link';
const LINKED = '/settings/social-connections?social=linked&provider=acme';
const people = ['one', 'two', 'three', 'four', 'five', 'six'].map((sub) => ({
  sub,
  email: `${sub}@people.test`,
}));
const passkeys = new Map<number, number>();
let world: SocialWorld;
beforeAll(async () => {
  world = await openSocial({
    people,
    setups: (acme) => [{ ...acme, id: 'twin', name: 'Twin' }],
    passkeysOf: async (userId) => passkeys.get(userId) ?? 0,
  });
});
afterAll(() => world.close());

async function signedIn(given: Parameters<typeof makeAdvertiser>[1] = {}) {
  const user = await makeAdvertiser(world.test.db, given);
  const browser = world.browser();
  await browser.client.signIn(user);
  return { user, browser };
}
const listOf = async ({ client }: Browser): Promise<SocialConnection[]> =>
  (await client.get<SocialConnectionList>(LIST)).body.connections;
const unlink = async ({ client }: Browser, provider = 'acme') => {
  const { status, body } = await client.delete<ErrorBody | undefined>(`${LIST}/${provider}`);
  return [status, body?.code];
};
const age = ({ id }: Pick<MadeUser, 'id'>) => ageProofs(world.test.db, id, 3_600_000);

describe('linking', () => {
  it('lets the account be signed in to from there, and tells its owner', async () => {
    const { user, browser } = await signedIn();
    expect((await listOf(browser)).map(({ id, linked }) => [id, linked])).toEqual([
      ['acme', null],
      ['twin', null],
    ]);
    expect(await browser.go(LINK, { as: 'one@people.test' })).toBe(LINKED);
    expect(await listOf(browser)).toEqual([
      {
        id: 'acme',
        name: 'Acme',
        linked: { email: 'one@people.test', linked_at: expect.any(String), last_used_at: null },
        last_way_in: false,
      },
      { id: 'twin', name: 'Twin', linked: null, last_way_in: false },
    ]);
    expect(await world.noticesTo(user.email)).toEqual([['security-changed', 'social-linked', 'Acme']]);

    const another = world.browser();
    const to = await another.go('/auth/social/acme/start', { as: 'one@people.test' });
    expect(to).toBe('/auth/login');
    expect((await listOf(browser))[0]?.linked?.last_used_at).toEqual(expect.any(String));
    expect(await browser.go(LINK, { as: 'one@people.test' })).toBe(LINKED);
    expect(await world.noticesTo(user.email)).toHaveLength(1);
  });

  it('takes no account that is linked elsewhere, and not a second one of a provider', async () => {
    const { browser } = await signedIn();
    expect(await browser.go(LINK, { as: 'one@people.test' })).toBe(
      '/settings/social-connections?social=linked_elsewhere&provider=acme',
    );
    expect(await browser.go(LINK, { as: 'two@people.test' })).toBe(
      // The browser is still known there as the one before.
      '/settings/social-connections?social=linked_elsewhere&provider=acme',
    );
    const { browser: fresh } = await signedIn();
    expect(await fresh.go(LINK, { as: 'two@people.test' })).toBe(LINKED);
    const again = world.browser(fresh.client);
    expect(await again.go(LINK, { as: 'three@people.test' })).toBe(
      '/settings/social-connections?social=other_account&provider=acme',
    );
    expect((await listOf(fresh))[0]?.linked?.email).toBe('two@people.test');
  });

  it('is for whoever is signed in, active, and has just proved it', async () => {
    expect(await world.browser().open(LINK)).toBe('/auth/login?next=%2Fsettings%2Fsocial-connections');
    const { browser: suspended } = await signedIn({ status: 'suspended' });
    expect(await suspended.open(LINK)).toBe('/settings/social-connections?social=suspended&provider=acme');
    const { user, browser } = await signedIn();
    await age(user);
    expect(await browser.open(LINK)).toBe(`/auth/confirm-password?next=${encodeURIComponent(LINK)}`);
  });

  it('ends with the password that the call was begun under', async () => {
    const { user, browser } = await signedIn();
    const callback = await browser.visit(LINK, { as: 'six@people.test' });
    const owner = await world.test.pool.connect();
    await owner.query('BEGIN');
    await owner.query('UPDATE app_user SET password_changed_at = now() WHERE id = $1', [user.id]);
    const back = browser.open(callback);
    // Long enough for the call to have found its session and to wait for the account.
    await pause(500);
    await owner.query('COMMIT');
    owner.release();
    expect(await back).toBe('/settings/social-connections?social=expired&provider=acme');
    expect(await world.social.service.connectionsOf(user.id)).toBe(0);
  });

  it('begins on our pages alone', async () => {
    const { browser } = await signedIn();
    browser.client.setHeader('Sec-Fetch-Site', 'cross-site');
    expect(await browser.open(LINK)).toBe('/settings/social-connections');
  });

  it('ends in the session that it began in', async () => {
    const { user, browser } = await signedIn();
    const callback = await browser.visit(LINK, { as: 'four@people.test' });
    await browser.client.signIn(user);
    expect(await browser.open(callback)).toBe('/auth/login?next=%2Fsettings%2Fsocial-connections');
    expect(await world.social.service.connectionsOf(user.id)).toBe(0);
  });

  it('refuses who was suspended meanwhile', async () => {
    const { user, browser } = await signedIn();
    const callback = await browser.visit(LINK, { as: 'four@people.test' });
    await world.test.db
      .updateTable('app_user')
      .set({ status: 'suspended' })
      .where('id', '=', user.id)
      .execute();
    expect(await browser.open(callback)).toContain('social=suspended');
    expect(await world.social.service.connectionsOf(user.id)).toBe(0);
  });
});

describe('unlinking', () => {
  /** Somebody without a password who is linked with the providers. */
  async function social(...providers: string[]) {
    const { user, browser } = await signedIn();
    for (const provider of providers)
      await world.test.db
        .insertInto('social_identity')
        .values({ user_id: user.id, provider, subject: `s${user.id}`, linked_at: new Date() })
        .execute();
    await world.test.db
      .updateTable('app_user')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute();
    return { user, browser };
  }

  it('closes it, and tells its owner', async () => {
    const { user, browser } = await signedIn();
    await browser.go(LINK, { as: 'five@people.test' });
    expect(await unlink(browser)).toEqual([204, undefined]);
    expect((await listOf(browser))[0]?.linked).toBeNull();
    expect((await world.noticesTo(user.email)).at(-1)).toEqual([
      'security-changed',
      'social-unlinked',
      'Acme',
    ]);
    expect(await unlink(browser)).toEqual([404, 'NOT_LINKED']);
    // The database keeps no NUL in a text.
    expect(await unlink(browser, '%00')).toEqual([404, 'NOT_LINKED']);
    // Now it is an account of its own.
    const to = await world.browser().go('/auth/social/acme/start', { as: 'five@people.test' });
    expect(to).toBe('/auth/complete-registration');
  });

  it('leaves the last way in', async () => {
    const { user, browser } = await social('acme');
    expect((await listOf(browser)).map(({ last_way_in }) => last_way_in)).toEqual([true, false]);
    expect(await unlink(browser)).toEqual([409, 'LAST_WAY_IN']);
    expect(await world.social.service.connectionsOf(user.id)).toBe(1);
    expect(await world.noticesTo(user.email)).toEqual([]);
    passkeys.set(user.id, 1);
    expect((await listOf(browser)).map(({ last_way_in }) => last_way_in)).toEqual([false, false]);
    expect(await unlink(browser)).toEqual([204, undefined]);
  });

  it('leaves one of two that are unlinked at once', async () => {
    const { user, browser } = await social('acme', 'twin');
    expect((await listOf(browser)).map(({ last_way_in }) => last_way_in)).toEqual([false, false]);
    const both = await Promise.all([unlink(browser), unlink(browser, 'twin')]);
    expect(both.map(([status]) => status).sort()).toEqual([204, 409]);
    expect(await world.social.service.connectionsOf(user.id)).toBe(1);
  });

  it('does not count a provider that is set up no more, and lets go of it', async () => {
    const { user, browser } = await social('acme', 'former');
    expect((await listOf(browser)).map(({ id, name, last_way_in }) => [id, name, last_way_in])).toEqual([
      ['acme', 'Acme', true],
      ['twin', 'Twin', false],
      ['former', 'former', false],
    ]);
    expect(await unlink(browser)).toEqual([409, 'LAST_WAY_IN']);
    expect(await unlink(browser, 'former')).toEqual([204, undefined]);
    expect(await world.social.service.connectionsOf(user.id)).toBe(1);
  });

  it('is for whoever is signed in, active, and has just proved it', async () => {
    expect(await unlink(world.browser())).toEqual([401, 'SIGN_IN_REQUIRED']);
    const { browser: suspended } = await signedIn({ status: 'suspended' });
    expect(await unlink(suspended)).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
    const { user, browser } = await signedIn();
    await age(user);
    expect(await unlink(browser)).toEqual([403, 'REAUTH_REQUIRED']);
    const forged = await browser.client.request(`${LIST}/acme`, { method: 'DELETE' });
    expect(forged.status).toBe(419);
  });
});

describe('confirming', () => {
  const CONFIRM = '/auth/social/acme/start?intent=confirm&next=/settings/password%3Fa=1';

  it('opens what asks for a recent proof, under a new name of the session', async () => {
    const { user, browser } = await signedIn();
    await browser.go(LINK, { as: 'six@people.test' });
    await age(user);
    const before = browser.client.cookies.get('ez.sid');
    expect(await browser.go(CONFIRM, { as: 'six@people.test' })).toBe(
      '/settings/password?a=1&social=confirmed',
    );
    expect(browser.client.cookies.get('ez.sid')).not.toBe(before);
    expect(await unlink(browser)).toEqual([204, undefined]);
  });

  it('goes on to linking', async () => {
    const { browser } = await signedIn();
    await browser.go(LINK, { as: 'six@people.test' });
    const next = '/auth/social/twin/start?intent=link';
    const to = await browser.go(`/auth/social/acme/start?intent=confirm&next=${encodeURIComponent(next)}`, {
      as: 'six@people.test',
    });
    expect(to).toBe(`${next}&social=confirmed`);
    // As a browser says of what the provider's page leads to; that once.
    browser.client.setHeader('Sec-Fetch-Site', 'cross-site');
    await browser.visit(to, { as: 'six@people.test' });
    expect(await browser.open(next)).toBe('/settings/social-connections');
    const begun = await browser.visit(
      `/auth/social/acme/start?intent=confirm&next=${encodeURIComponent(next)}`,
      {
        as: 'six@people.test',
      },
    );
    expect(await browser.open(begun)).toBe('/settings/social-connections?social=confirmed');
    expect(await unlink(browser)).toEqual([204, undefined]);
  });

  it('needs the very account that is linked', async () => {
    const { user, browser } = await signedIn();
    const wrong =
      '/auth/confirm-password?social=other_account&provider=acme&next=%2Fsettings%2Fpassword%3Fa%3D1';
    expect(await browser.open(CONFIRM)).toBe(wrong);
    await browser.go(LINK, { as: 'six@people.test' });
    await age(user);
    // With cookies of its own at the provider, where it would be known as the one before.
    const stranger = world.browser(browser.client);
    expect(await stranger.go(CONFIRM, { as: 'two@people.test' })).toBe(wrong);
    expect(await unlink(browser)).toEqual([403, 'REAUTH_REQUIRED']);
  });

  it('needs the person there, not a session that stands open', async () => {
    const { user, browser } = await signedIn();
    await world.test.db.deleteFrom('social_identity').where('subject', '=', 'six').execute();
    await browser.go(LINK, { as: 'six@people.test' });
    // The provider's word of a sign-in from long ago: what is asked of it is taken out on the way.
    await age(user);
    const later = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + 60_000);
    const to = await browser
      .go(CONFIRM, {
        as: 'six@people.test',
        alter: ({ searchParams }) => {
          searchParams.delete('prompt');
          searchParams.set('max_age', '3600');
        },
      })
      .finally(() => later.mockRestore());
    expect(to).toContain('/auth/confirm-password?social=failed');
    expect(await unlink(browser)).toEqual([403, 'REAUTH_REQUIRED']);
  });

  it('is nothing for guests', async () => {
    expect(await world.browser().open(CONFIRM)).toBe('/auth/login?next=%2Fsettings%2Fpassword%3Fa%3D1');
  });
});

it('forgets and exports what it keeps of somebody', async () => {
  const user = await makeUser(world.test.db, { role: 'advertiser' });
  const linked_at = new Date('2026-11-01T00:00:00Z');
  await world.test.db
    .insertInto('social_identity')
    .values({ user_id: user.id, provider: 'acme', subject: 'x', email: 'x@people.test', linked_at })
    .execute();
  const { service } = world.social;
  expect(await service.exportOf(user.id)).toEqual([
    {
      provider: 'acme',
      subject: 'x',
      email: 'x@people.test',
      linked_at: linked_at.toISOString(),
      last_used_at: null,
    },
  ]);
  await world.test.db.transaction().execute((trx) => service.forget(trx, user.id));
  expect(await service.exportOf(user.id)).toEqual([]);
});
