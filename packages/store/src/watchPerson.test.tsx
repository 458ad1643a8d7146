import { act, render, screen } from '@testing-library/react';
import { api } from './api';
import { setBootstrap } from './bootstrap';
import { csrfToken } from './browser';
import { StoreProvider } from './StoreProvider';
import { sessionApi } from './session';
import { makeStore } from './store';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const probe = api.injectEndpoints({
  endpoints: (build) => ({ probe: build.query<unknown, void>({ query: () => '/api/campaigns' }) }),
});
afterEach(() => setBootstrap(null));

interface Answer {
  status: number;
  body: object;
}

/** A page of an active advertiser whose call is answered so; returns the addresses asked for, and what is known then. */
async function told(refusal: Answer, me: object, user: object | null = { id: 7, status: 'active' }) {
  setBootstrap({ config, user: user as never, locale: 'en' });
  const asked: string[] = [];
  globalThis.fetch = (async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const { status, body } = pathname === '/api/auth/me' ? { status: 200, body: me } : refusal;
    return new Response(JSON.stringify(body), { status });
  }) as typeof fetch;
  const store = makeStore();
  const watched = store.dispatch(sessionApi.endpoints.me.initiate());
  await store.dispatch(probe.endpoints.probe.initiate());
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  watched.unsubscribe();
  return { asked, user: sessionApi.endpoints.me.select()(store.getState()).data?.user };
}
const refusal = (status: number, code: string): Answer => ({ status, body: { message: 'No', code } });

test('who was signed out elsewhere is a guest from the next answer on, with the token of one', async () => {
  const { asked, user } = await told(refusal(401, 'UNAUTHORIZED'), { user: null, csrf_token: 'of a guest' });
  expect(asked).toEqual(['/api/campaigns', '/api/auth/me']);
  expect(user).toBeNull();
  expect(csrfToken()).toBe('of a guest');
});

test('whose account was suspended meanwhile learns it from the first refusal', async () => {
  const now = { id: 7, status: 'suspended' };
  const { user } = await told(refusal(403, 'ACCOUNT_NOT_ACTIVE'), { user: now, csrf_token: 't' });
  expect(user).toEqual(now);
});

test.each([
  ['of a guest', refusal(401, 'UNAUTHORIZED'), null],
  ['of who knows it', refusal(403, 'ACCOUNT_NOT_ACTIVE'), { id: 7, status: 'suspended' }],
  ['for another reason', refusal(403, 'FORBIDDEN'), { id: 7, status: 'active' }],
  ['that is none', refusal(500, 'INTERNAL'), { id: 7, status: 'active' }],
])('a refusal %s asks nobody', async (_, answer, user) => {
  const { asked } = await told(answer, { user, csrf_token: 't' }, user);
  expect(asked).toEqual(['/api/campaigns']);
});

function OpenPage() {
  const { data } = (probe as unknown as { useProbeQuery: () => { data?: unknown } }).useProbeQuery();
  return <p>{JSON.stringify(data ?? 'nothing yet')}</p>;
}

test('a page that stays open asks again for the next person, and never shows the answer of the one before', async () => {
  setBootstrap({ config, user: { id: 7, status: 'active' } as never, locale: 'en' });
  let person = 7;
  globalThis.fetch = (async (request: Request) => {
    const isMe = new URL(request.url).pathname === '/api/auth/me';
    const body = isMe ? { user: { id: person, status: 'active' }, csrf_token: 't' } : { of: person };
    return new Response(JSON.stringify(body));
  }) as typeof fetch;
  const store = makeStore();
  render(
    <StoreProvider store={store}>
      <OpenPage />
    </StoreProvider>,
  );
  await screen.findByText('{"of":7}');
  person = 8;
  await act(() => store.dispatch(sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true })));
  expect(screen.queryByText('{"of":7}')).toBeNull();
  await screen.findByText('{"of":8}');
});
