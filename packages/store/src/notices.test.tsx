import type { Notice, NoticePage } from '@ezdash/contracts';
import { forgetOlderNotices, noticesApi } from './notices';
import { makeStore } from './store';

const notice = (id: string, read = false): Notice => ({
  id,
  event: 'funds_low',
  data: {},
  href: null,
  created_at: '2026-11-22T09:00:00Z',
  read,
});

/** A page that shows two pages of notices; `answer` is the server's to what was read. */
async function shown(answer: () => Response) {
  const sent: unknown[] = [];
  const pages: Record<string, NoticePage> = {
    '': { notices: [notice('n_4'), notice('n_3', true)], unread: 3, next: 'n_3' },
    n_3: { notices: [notice('n_2'), notice('n_1')], unread: 3, next: null },
  };
  globalThis.fetch = (async (request: Request) => {
    const url = new URL(request.url);
    if (request.method === 'GET') return Response.json(pages[url.searchParams.get('before') ?? '']);
    sent.push(await request.json());
    return answer();
  }) as typeof fetch;
  const store = makeStore();
  await store.dispatch(noticesApi.endpoints.notices.initiate());
  await store.dispatch(noticesApi.endpoints.notices.initiate(undefined, { direction: 'forward' }));
  const state = () => {
    const { data } = noticesApi.endpoints.notices.select()(store.getState());
    const all = data?.pages.flatMap(({ notices }) => notices) ?? [];
    return { unread: data?.pages[0]?.unread, read: all.filter(({ read }) => read).map(({ id }) => id) };
  };
  return { store, state, sent };
}

test('older ones come behind the newer', async () => {
  const { state } = await shown(() => Response.json({ unread: 0 }));
  expect(state()).toEqual({ unread: 3, read: ['n_3'] });
});

test('older ones are asked for anew once they were forgotten', async () => {
  const { store, state } = await shown(() => Response.json({ unread: 0 }));
  await store.dispatch(noticesApi.endpoints.readNotices.initiate({ ids: ['n_1'] }));
  store.dispatch(forgetOlderNotices());
  const { data } = noticesApi.endpoints.notices.select()(store.getState());
  expect(data).toMatchObject({ pages: [{ next: 'n_3' }], pageParams: [null] });
  await store.dispatch(noticesApi.endpoints.notices.initiate(undefined, { direction: 'forward' }));
  expect(state().read).toEqual(['n_3']);
  expect(noticesApi.endpoints.notices.select()(store.getState()).data?.pages).toHaveLength(2);
});

test('up to one: it and the older ones are read at once, newer ones are not', async () => {
  const { store, state, sent } = await shown(() => Response.json({ unread: 1 }));
  const done = store.dispatch(noticesApi.endpoints.readNotices.initiate({ until: 'n_2' }));
  expect(state()).toEqual({ unread: 1, read: ['n_3', 'n_2', 'n_1'] });
  await done;
  expect(state()).toEqual({ unread: 1, read: ['n_3', 'n_2', 'n_1'] });
  expect(sent).toEqual([{ until: 'n_2' }]);
});

test('the server’s count is the one that stands', async () => {
  const { store, state } = await shown(() => Response.json({ unread: 7 }));
  await store.dispatch(noticesApi.endpoints.readNotices.initiate({ ids: ['n_4'] }));
  expect(state()).toEqual({ unread: 7, read: ['n_4', 'n_3'] });
});

test('what the server did not take is unread again', async () => {
  const { store, state } = await shown(() => Response.json({ message: 'No', code: 'X' }, { status: 500 }));
  const done = store.dispatch(noticesApi.endpoints.readNotices.initiate({ ids: ['n_1', 'n_2'] }));
  expect(state().unread).toBe(1);
  await done;
  expect(state()).toEqual({ unread: 3, read: ['n_3'] });
});
