import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionAnswer } from '@ezdash/contracts';
import pino from 'pino';
import { type Browser, openSocial, type SocialWorld } from './testSocial';

const START = '/auth/social/acme/start';
const EXPIRED = '/auth/login?social=expired&provider=acme';
const FAILED = '/auth/login?social=failed&provider=acme';
const JO = { as: 'jo@people.test' };

const lines: string[] = [];
/** What the clock is ahead of the real one by. */
let aheadMs = 0;
let silent: Server;
let world: SocialWorld;
beforeAll(async () => {
  silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  world = await openSocial({
    people: [{ sub: 'jo', email: JO.as }],
    setups: (acme) => [
      { ...acme, id: 'twin', name: 'Twin' },
      { ...acme, id: 'silent', issuer: `http://127.0.0.1:${port}` },
      { ...acme, id: 'closed', issuer: 'http://127.0.0.1:1' },
      { ...acme, id: 'impostor', clientSecret: 'a wrong one' },
    ],
    timeoutMs: 400,
    clock,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  });
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await world.close();
});
afterEach(() => {
  aheadMs = 0;
});

const isIn = async ({ client }: Browser) =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user !== null;
/** The callback with one part of its query replaced. */
function altered(callback: string, name: string, value: string | null): string {
  const url = new URL(callback, 'http://ads.test');
  if (value === null) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Calls to addresses with this in them fail, or get no answer before they are given up. */
function spyOnFetch(part: string, trouble: 'error' | 'silence') {
  const real = globalThis.fetch;
  return jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).includes(part)) return real(input, init);
    if (trouble === 'error') return Promise.reject(new TypeError('fetch failed'));
    return new Promise((_, reject) => {
      const { signal } = init ?? {};
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
}

describe('an answer of the provider', () => {
  it('counts once, even with the cookie that belongs to it', async () => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    const cookie = browser.client.cookies.get('ez.social') ?? '';
    expect(await browser.open(callback)).toBe('/auth/complete-registration');
    expect(browser.client.cookies.has('ez.social')).toBe(false);
    expect(await browser.open(callback)).toBe('/settings/social-connections?social=expired&provider=acme');

    const thief = world.browser();
    thief.client.cookies.set('ez.social', cookie);
    expect(await thief.open(callback)).toBe(EXPIRED);
    expect(await isIn(thief)).toBe(false);
  });

  it('counts once of several at once', async () => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    const cookie = browser.client.cookies.get('ez.social') ?? '';
    const all = [1, 2, 3].map(() => world.browser());
    for (const { client } of all) client.cookies.set('ez.social', cookie);
    const ends = await Promise.all(all.map(({ open }) => open(callback)));
    expect(ends.sort()).toEqual(['/auth/complete-registration', EXPIRED, EXPIRED]);
  });

  it('counts in the browser alone that asked', async () => {
    const callback = await world.browser().visit(START, JO);
    const victim = world.browser();
    expect(await victim.open(callback)).toBe(EXPIRED);
    await victim.visit(START, JO);
    expect(await victim.open(callback)).toBe(EXPIRED);
    expect(await isIn(victim)).toBe(false);
  });

  it.each([
    ['another state', 'state', 'x'],
    ['no state', 'state', null],
  ])('with %s is none of ours, and the true one still counts', async (_, name, value) => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    expect(await browser.open(altered(callback, name, value))).toBe(EXPIRED);
    expect(await browser.open(callback)).toBe('/auth/complete-registration');
  });

  it.each([
    ['another code', 'code', 'x'],
    ['no code', 'code', null],
    ['another issuer', 'iss', 'https://evil.test'],
    ['no issuer, though the provider sends one', 'iss', null],
    ['an error', 'error', 'server_error'],
  ])('with %s signs nobody in', async (_, name, value) => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    expect(await browser.open(altered(callback, name, value))).toBe(FAILED);
    expect(await isIn(browser)).toBe(false);
  });

  it('with the nonce of another visit signs nobody in', async () => {
    const browser = world.browser();
    const alter = ({ searchParams }: URL) => searchParams.set('nonce', 'another');
    expect(await browser.go(START, { ...JO, alter })).toBe(FAILED);
    expect(await isIn(browser)).toBe(false);
  });

  it('for another challenge of PKCE signs nobody in', async () => {
    const browser = world.browser();
    const alter = ({ searchParams }: URL) => searchParams.set('code_challenge', 'a'.repeat(43));
    expect(await browser.go(START, { ...JO, alter })).toBe(FAILED);
  });

  it('brought to the callback of another provider is none of its own', async () => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    expect(await browser.open(callback.replace('/acme/', '/twin/'))).toBe(
      '/auth/login?social=expired&provider=twin',
    );
    expect(await isIn(browser)).toBe(false);
  });

  it('comes within ten minutes', async () => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    aheadMs = 10 * 60_000 + 1_000;
    expect(await browser.open(callback)).toBe(EXPIRED);
  });
});

describe('a provider', () => {
  it.each(['silent', 'closed'])('that is %s leads back with what happened', async (id) => {
    const begun = performance.now();
    expect(await world.browser().open(`/auth/social/${id}/start?next=/reports`)).toBe(
      `/auth/login?social=failed&provider=${id}&next=%2Freports`,
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('that does not take our secret leads back too', async () => {
    expect(await world.browser().go('/auth/social/impostor/start', JO)).toBe(
      '/auth/login?social=failed&provider=impostor',
    );
  });

  it('that falls silent in the middle leads back too', async () => {
    const browser = world.browser();
    const callback = await browser.visit(START, JO);
    const fetched = spyOnFetch('/token', 'silence');
    expect(await browser.open(callback)).toBe(FAILED);
    fetched.mockRestore();
    expect(lines.join('')).toContain('OAUTH_TIMEOUT');
  });

  it('is asked for its endpoints once an hour, and serves on by the known ones when that fails', async () => {
    const { open } = world.browser();
    await open(START);
    const fetched = spyOnFetch('/.well-known/', 'error');
    const asked = () =>
      fetched.mock.calls.filter(([input]) => String(input).includes('/.well-known/')).length;
    const counts: number[] = [];
    for (const minutes of [0, 61, 61.5, 63]) {
      aheadMs = minutes * 60_000;
      expect(await open(START)).toContain(world.provider.issuer);
      counts.push(asked());
    }
    fetched.mockRestore();
    expect(counts).toEqual([0, 1, 1, 2]);
  });
});

it('takes so many visits of one address', async () => {
  const { client } = world.browser();
  const statuses: number[] = [];
  for (let visit = 0; visit < 62; visit++) statuses.push((await client.get(`${START}?${visit}`)).status);
  expect(statuses.slice(58)).toEqual([303, 303, 429, 429]);
});

it('sends nothing that remembers where from, and keeps nothing', async () => {
  const { headers } = await world.browser().client.get(START);
  expect([headers.get('Cache-Control'), headers.get('Referrer-Policy')]).toEqual(['no-store', 'no-referrer']);
  const cookie = headers.getSetCookie().find((each) => each.startsWith('ez.social='));
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) expect(cookie).toContain(part);
  const to = new URL(headers.get('Location') ?? '');
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile',
    redirect_uri: 'http://ads.test/auth/social/acme/callback',
  });
});

it('writes neither codes nor tokens nor addresses to the log', async () => {
  const browser = world.browser();
  const callback = await browser.visit(START, JO);
  const { searchParams } = new URL(callback, 'http://ads.test');
  await browser.open(altered(callback, 'iss', 'https://evil.test'));
  await world.browser().go(START, JO);
  const log = lines.join('');
  expect(log).toContain('auth.social_failed');
  expect(log).toContain('auth.social_signed_in');
  for (const secret of [searchParams.get('code'), searchParams.get('state'), 'eyJ', JO.as])
    expect(log).not.toContain(secret);
});
