import { createSlice } from '@reduxjs/toolkit';
import { api } from './api';
import { setBootstrap } from './bootstrap';
import { keepInjected } from './keepInjected';
import { injectSlice, makeStore } from './store';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  setBootstrap({ config, user: null, locale: 'en' });
  globalThis.fetch = (async (input: Request) => {
    asked.push(new URL(input.url).pathname);
    return new Response('{}');
  }) as typeof fetch;
});
afterEach(() => setBootstrap(null));

/** What a release of a remote injects when its code runs. */
function release(version: string, step: number) {
  const endpoints = api.injectEndpoints({
    overrideExisting: true,
    endpoints: (build) => ({
      probeRows: build.query<{ from?: string }, void>({
        query: () => `/api/${version}`,
        transformResponse: () => ({ from: version }),
      }),
      probeSave: build.mutation<void, void>({
        query: () => ({ url: `/api/save/${version}`, method: 'POST' }),
      }),
    }),
  }).endpoints;
  const slice = injectSlice(
    createSlice({
      name: 'probeCount',
      initialState: { n: 0 },
      reducers: { add: (state) => ({ n: state.n + step }) },
    }),
  );
  return { ...endpoints, add: slice.actions.add };
}

test('what a release injected can be had again, and what the store holds stays', async () => {
  const store = makeStore();
  const count = () => (store.getState() as unknown as { probeCount: { n: number } }).probeCount.n;
  const one = release('one', 1);
  const first = keepInjected('probe');
  await store.dispatch(one.probeRows.initiate());
  store.dispatch(one.add());

  const two = release('two', 10);
  const second = keepInjected('probe');
  store.dispatch(two.add());
  expect(count()).toBe(11);
  expect(one.probeRows.select()(store.getState()).data).toEqual({ from: 'one' });
  await store.dispatch(one.probeRows.initiate(undefined, { forceRefetch: true }));

  first();
  store.dispatch(one.add());
  await store.dispatch(one.probeSave.initiate());
  await store.dispatch(one.probeRows.initiate(undefined, { forceRefetch: true }));
  expect(count()).toBe(12);

  second();
  store.dispatch(two.add());
  await store.dispatch(one.probeSave.initiate());
  expect(count()).toBe(22);
  expect(asked).toEqual(['/api/one', '/api/two', '/api/save/one', '/api/one', '/api/save/two']);
});

test('what other remotes inject meanwhile is theirs', async () => {
  const store = makeStore();
  release('one', 1);
  const putBack = keepInjected('probe');
  const other = (url: string) =>
    api.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({ otherRows: build.query<object, void>({ query: () => url }) }),
    });
  other('/api/other/one');
  const { otherRows } = other('/api/other/two').endpoints;
  putBack();
  await store.dispatch(otherRows.initiate());
  expect(asked).toEqual(['/api/other/two']);
});

test('what a remote injects whose namespace is the beginning of this one is not taken for its own', async () => {
  const store = makeStore();
  const inject = (url: string, step: number) => {
    injectSlice(
      createSlice({
        name: 'proberCount',
        initialState: { n: 0 },
        reducers: {},
        extraReducers: (build) => void build.addCase('step', (state) => ({ n: state.n + step })),
      }),
    );
    return api.injectEndpoints({
      overrideExisting: true,
      endpoints: (build) => ({ proberRows: build.query<object, void>({ query: () => url }) }),
    }).endpoints;
  };
  inject('/api/prober/one', 1);
  const putBack = keepInjected('probe');
  const { proberRows } = inject('/api/prober/two', 10);
  putBack();
  await store.dispatch(proberRows.initiate());
  store.dispatch({ type: 'step' });
  expect(asked).toEqual(['/api/prober/two']);
  expect(store.getState()).toMatchObject({ proberCount: { n: 10 } });
});
