import { api } from './api';
import { toApiError } from './apiError';
import { setBootstrap } from './bootstrap';
import { csrfToken, page, setCsrfToken } from './browser';
import { makeStore } from './store';
import { setStoreWords } from './words';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const probe = api.injectEndpoints({
  endpoints: (build) => ({
    staleChange: build.mutation<unknown, string>({
      query: (url) => ({ url, method: 'PATCH', body: { name: 'typed' } }),
    }),
    staleQuiet: build.mutation<unknown, void>({
      query: () => ({ url: '/api/quiet', method: 'POST', quiet: true }),
    }),
  }),
});
const person = (id: number) => ({ id, status: 'active' });

interface Server {
  /** The token that is good now. */
  good: string;
  /** Who `/api/auth/me` says it is, and the token it hands out; null when it does not answer. */
  me: { user: object | null; csrf_token: string } | null;
}

/** A page of `user` with a token, and a server that takes another one. */
function open(server: Server, user: object | null = null, token = 'old') {
  setBootstrap({ config, user: user as never, locale: 'en' });
  setCsrfToken(token);
  const asked: string[] = [];
  globalThis.fetch = (async (request: Request) => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    asked.push(`${request.headers.get('X-CSRF-TOKEN') ?? '-'} ${pathname}${body && ` ${body}`}`);
    if (pathname === '/api/auth/me')
      return server.me ? Response.json(server.me) : new Response('', { status: 503 });
    if (request.headers.get('X-CSRF-TOKEN') === server.good) return Response.json({ done: true });
    return Response.json(
      { message: 'Too old', code: 'CSRF_MISMATCH', redirect: '/auth/login' },
      { status: 419 },
    );
  }) as typeof fetch;
  const store = makeStore();
  const change = async (url = '/api/x') => {
    const answer = await store.dispatch(probe.endpoints.staleChange.initiate(url));
    return answer.error ? toApiError(answer.error) : answer.data;
  };
  const quiet = () => store.dispatch(probe.endpoints.staleQuiet.initiate());
  return { asked, change, quiet };
}

let go: jest.SpyInstance;
beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/settings/profile?tab=1#phone');
  go = jest.spyOn(page, 'go').mockImplementation(() => {});
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  setStoreWords({ cookiesNeeded: () => 'Allow cookies' });
});
afterEach(() => {
  setBootstrap(null);
  jest.restoreAllMocks();
});

test.each([
  ['nobody', null],
  ['the same person', person(7)],
])('a token too old of %s is renewed, and the call made once more with what was typed', async (_, user) => {
  const { asked, change } = open({ good: 'new', me: { user, csrf_token: 'new' } }, user);
  expect(await change()).toEqual({ done: true });
  expect(asked).toEqual(['old /api/x {"name":"typed"}', '- /api/auth/me', 'new /api/x {"name":"typed"}']);
  expect(csrfToken()).toBe('new');
  expect(go).not.toHaveBeenCalled();
});

test('calls side by side share the renewal', async () => {
  const { asked, change } = open({ good: 'new', me: { user: null, csrf_token: 'new' } });
  expect(await Promise.all([change('/api/a'), change('/api/b'), change('/api/c')])).toEqual(
    Array(3).fill({ done: true }),
  );
  expect(asked.filter((line) => line.includes('/me'))).toHaveLength(1);
  expect(asked).toHaveLength(7);
});

test.each([
  [
    'was signed out',
    person(7),
    null,
    '/auth/login?next=%2Fsettings%2Fprofile%3Ftab%3D1%23phone&reason=signed-out',
  ],
  ['is somebody else now', person(7), person(8), '/auth/login?next=%2Fsettings%2Fprofile%3Ftab%3D1%23phone'],
  ['signed in in another tab', null, person(7), '/auth/login?next=%2Fsettings%2Fprofile%3Ftab%3D1%23phone'],
])(
  'who %s is led on, with the way back, and nothing is done in the name of another',
  async (_, user, now, to) => {
    const { asked, change } = open({ good: 'new', me: { user: now, csrf_token: 'new' } }, user);
    expect(await change()).toMatchObject({ status: 419 });
    expect(asked).toHaveLength(2);
    expect(go.mock.calls).toEqual([[to]]);
  },
);

test('from a page of coming in the way back is the one it had', async () => {
  window.history.replaceState(null, '', '/auth/confirm-password?next=%2Fsettings%2Fapi');
  const { change } = open({ good: 'new', me: { user: null, csrf_token: 'new' } }, person(7));
  await change();
  expect(go).toHaveBeenCalledWith('/auth/login?next=%2Fsettings%2Fapi&reason=signed-out');
});

test('without cookies: the fresh token is refused too; a sentence says why, and no page is loaded', async () => {
  window.history.replaceState(null, '', '/auth/login');
  const { asked, change } = open({ good: 'none', me: { user: null, csrf_token: 'new' } });
  for (let n = 0; n < 2; n++)
    expect(await change()).toMatchObject({ status: 419, code: 'COOKIES_NEEDED', message: 'Allow cookies' });
  expect(asked).toHaveLength(6);
  expect(go).not.toHaveBeenCalled();
});

test('a server that does not say who it is: the refusal stands, and nothing that was typed is lost', async () => {
  const { change } = open({ good: 'new', me: null });
  expect(await change()).toMatchObject({ status: 419, message: 'Too old' });
  expect(go).not.toHaveBeenCalled();
});

test('a call that nobody asked for leads nowhere, whoever is there now', async () => {
  const { asked, quiet } = open({ good: 'new', me: { user: person(8), csrf_token: 'new' } });
  expect(toApiError((await quiet()).error)).toMatchObject({ status: 419 });
  expect(asked).toHaveLength(2);
  expect(go).not.toHaveBeenCalled();
});

describe('the debug tool', () => {
  const open419 = () => open({ good: 'new', me: { user: null, csrf_token: 'new' } });

  test('loads the page it is on once; what came through lets it do so again', async () => {
    window.history.replaceState(null, '', '/auth/login');
    const { change } = open419();
    await change('/debug-tool/verify');
    await change('/debug-tool/verify');
    expect(go.mock.calls).toEqual([['/auth/login']]);
    setCsrfToken('new');
    await change();
    setCsrfToken('old');
    await change('/debug-tool/verify');
    expect(go).toHaveBeenCalledTimes(2);
  });

  test('where nothing can be remembered it does not load the page it is on', async () => {
    window.history.replaceState(null, '', '/auth/login');
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    await open419().change('/debug-tool/verify');
    expect(go).not.toHaveBeenCalled();
  });
});
