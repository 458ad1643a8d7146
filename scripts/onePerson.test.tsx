import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { api, makeStore, page, sessionApi, setBootstrap } from '@ezdash/store';

const root = path.join(__dirname, '..');
/** Every module of shell, packages and remotes that declares endpoints. */
const MODULES = execFileSync('git', ['ls-files', 'packages/*/src/*', 'shell/src/*', 'mf-*/src/*'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(testing|template|build|cli)\//.test(file))
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('.injectEndpoints('));
for (const file of MODULES) require(path.join(root, file));

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const SECRET = 'only for the person before';
const me = (id: number | null) => ({ user: id === null ? null : { id, status: 'active' }, csrf_token: 't' });

/** Endpoints that keep an answer, and those that keep pages of one. */
const queries = Object.entries(api.endpoints as Record<string, object>).flatMap(([name, endpoint]) =>
  'useQuery' in endpoint || 'useInfiniteQuery' in endpoint ? [name] : [],
);
const kept = queries.filter((name) => name !== 'me');

interface Endpoint {
  initiate: (arg: unknown, how: object) => never;
}

/** A tab of person 7 that has an answer of every endpoint, with a call of each still under way. */
async function usedTab(answers: (pathname: string) => object) {
  setBootstrap({ config, user: me(7).user as never, locale: 'en' });
  const store = makeStore();
  const late: (() => void)[] = [];
  globalThis.fetch = (async (request: Request) => {
    const { pathname } = new URL(request.url);
    const known = answers(pathname);
    if ('late' in known) await new Promise<void>((resolve) => late.push(resolve));
    return new Response(JSON.stringify('late' in known ? SECRET : known));
  }) as typeof fetch;
  store.dispatch(
    api.util.upsertQueryEntries(
      kept.map((endpointName) => ({
        endpointName,
        arg: {},
        value: { pages: [SECRET], pageParams: [null] },
      })) as never,
    ),
  );
  store.dispatch({ type: 'dateRange/chooseDays', payload: { from: '2026-01-01', to: '2026-01-02' } });
  expect(store.getState().dateRange.preset).toBe('custom');
  const watched = store.dispatch(sessionApi.endpoints.me.initiate());
  return { store, late, watched };
}

const WAYS = {
  'signs in by password': (store) =>
    store.dispatch(sessionApi.endpoints.login.initiate({ email: 'b@c.test', password: 'x' })),
  'signs in by a second factor': (store) =>
    store.dispatch(sessionApi.endpoints.secondFactor.initiate({} as never)),
  'signs in by a passkey': (store) =>
    store.dispatch(sessionApi.endpoints.passkeySignIn.initiate({} as never)),
  'opens the link of a new account': (store) =>
    store.dispatch(sessionApi.endpoints.verifyEmail.initiate({} as never)),
  'signs in from another tab, or begins a view': (store) =>
    store.dispatch(sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false })),
} satisfies Record<string, (store: ReturnType<typeof makeStore>) => Promise<unknown>>;

afterEach(() => {
  setBootstrap(null);
  jest.restoreAllMocks();
});

test('every module with endpoints is part of this', () => {
  expect(MODULES.length).toBeGreaterThan(60);
  expect(kept.length).toBeGreaterThan(100);
});

test.each(Object.entries(WAYS))(
  'nothing of the person before is known after somebody else %s',
  async (_way, change) => {
    jest.spyOn(page, 'go').mockImplementation(() => {});
    const session = me(8);
    const { store, watched } = await usedTab((pathname) =>
      pathname.endsWith('/verify-email') ? { session } : session,
    );
    const filled = Object.values(store.getState().api.queries).map((query) => query?.endpointName);
    expect(filled.toSorted()).toEqual([...kept, 'me'].toSorted());
    await change(store);
    const { api: cache, dateRange: days } = store.getState();
    expect(JSON.stringify(store.getState())).not.toContain(SECRET);
    expect(Object.keys(cache.queries)).toEqual(['me(undefined)']);
    expect(sessionApi.endpoints.me.select()(store.getState()).data?.user?.id).toBe(8);
    expect(days.preset).toBe('last28');
    watched.unsubscribe();
  },
);

test('a session that was lost takes along what was known, and answers on their way too', async () => {
  const { store, late, watched } = await usedTab((pathname) =>
    pathname === '/api/auth/me' ? me(null) : { late: true },
  );
  const endpoints = Object.entries(api.endpoints as unknown as Record<string, Endpoint>);
  const single = kept.filter(
    (name) => 'useQuery' in (endpoints.find(([known]) => known === name)?.[1] ?? {}),
  );
  const underWay = endpoints.flatMap(([name, { initiate }]) =>
    single.includes(name) ? [store.dispatch(initiate({}, { forceRefetch: true }))] : [],
  );
  await store.dispatch(sessionApi.endpoints.me.initiate(undefined, { forceRefetch: true }));
  expect(late.length).toBeGreaterThan(50);
  for (const answer of late) answer();
  await Promise.allSettled(underWay);
  expect(JSON.stringify(store.getState())).not.toContain(SECRET);
  expect(sessionApi.endpoints.me.select()(store.getState()).data?.user).toBeNull();
  watched.unsubscribe();
});
