import { createSlice } from '@reduxjs/toolkit';
import { setBootstrap } from './bootstrap';
import { csrfToken } from './browser';
import { resolveRange } from './dateRange';
import { sessionApi } from './session';
import { injectSlice, makeStore } from './store';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const answer = (body: unknown) => {
  globalThis.fetch = (async () => new Response(JSON.stringify(body))) as typeof fetch;
};
afterEach(() => setBootstrap(null));

test('the first render knows who is signed in without a call', () => {
  setBootstrap({ config, user: { id: 7 } as never, locale: 'en' });
  const selected = sessionApi.endpoints.me.select()(makeStore().getState());
  expect(selected.data?.user?.id).toBe(7);
});

test('log-in replaces the CSRF token and the user', async () => {
  setBootstrap({ config, user: null, locale: 'en' });
  const store = makeStore();
  answer({ user: { id: 9 }, csrf_token: 'fresh' });
  await store.dispatch(sessionApi.endpoints.login.initiate({ email: 'a@b.test', password: 'x' }));
  expect(csrfToken()).toBe('fresh');
  expect(sessionApi.endpoints.me.select()(store.getState()).data?.user?.id).toBe(9);
});

test('a remote brings its slice; a newer release of it replaces the older', () => {
  const store = makeStore();
  const v1 = createSlice({ name: 'probe', initialState: { n: 1 }, reducers: { add: (s) => void s.n++ } });
  injectSlice(v1);
  store.dispatch(v1.actions.add());
  const v2 = createSlice({
    name: 'probe',
    initialState: { n: 1 },
    reducers: { add: (s) => ({ n: s.n + 10 }) },
  });
  injectSlice(v2);
  store.dispatch(v2.actions.add());
  expect((store.getState() as unknown as { probe: { n: number } }).probe.n).toBe(12);
});

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['last7', '2026-02-23', '2026-03-01'],
  ['last28', '2026-02-02', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
] as const)('%s means %s to %s', (preset, from, to) => {
  expect(resolveRange({ preset, custom: null }, Date.parse('2026-03-01T10:00:00Z'))).toEqual({ from, to });
});

test('chosen days stand; without them the default does', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  const custom = { from: '2026-01-01', to: '2026-01-09' };
  expect(resolveRange({ preset: 'custom', custom }, now)).toEqual(custom);
  expect(resolveRange({ preset: 'custom', custom: null }, now).from).toBe('2026-02-02');
});
