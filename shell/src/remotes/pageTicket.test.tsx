import { api, makeStore, setBootstrap } from '@ezdash/store';
import { noteGiven, notePageOf, pageTicket, startPageTicket } from './pageTicket';

const config = { app_name: 'EzDash', locales: [], broadcaster: null, demo: true, demo_property_url: null };
const testApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    ticketTest: build.query<unknown, void>({ query: () => '/api/anything' }),
    ticketTestRegistry: build.query<unknown, number>({
      query: (revision) => ({ url: '/remotes/registry.json', params: { revision } }),
    }),
  }),
});
const { ticketTest, ticketTestRegistry } = testApi.endpoints;

/** What each call brought: path, ticket, what was given. */
let sent: (string | null)[][] = [];
let answersTicket: string | null = null;
const real = globalThis.fetch;
let end = () => {};
let store = makeStore();

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  [sent, answersTicket, store] = [[], null, makeStore()];
  globalThis.fetch = async (input, options) => {
    const { url, headers } = new Request(
      new URL(input instanceof Request ? input.url : String(input), document.baseURI),
      {
        headers: input instanceof Request ? input.headers : options?.headers,
      },
    );
    sent.push([new URL(url).pathname, headers.get('X-Page-Ticket'), headers.get('X-Remotes-Given')]);
    return Response.json({}, { headers: answersTicket === null ? {} : { 'X-Page-Ticket': answersTicket } });
  };
  setBootstrap({ config, user: null, locale: 'en', page_ticket: 'signed' });
  end = startPageTicket();
});
afterEach(() => {
  end();
  globalThis.fetch = real;
  setBootstrap(null);
  jest.useRealTimers();
});

const call = () => store.dispatch(ticketTest.initiate(undefined, { subscribe: false, forceRefetch: true }));
const look = () => store.dispatch(ticketTestRegistry.initiate(7, { subscribe: false, forceRefetch: true }));

test('what the page was given goes with its next call, once', async () => {
  await call();
  noteGiven('mf-settings', '1.0.0');
  noteGiven('mf-debug', '2.0.0');
  await call();
  noteGiven('mf-settings', '1.0.0');
  await call();
  noteGiven('mf-settings', '1.0.1');
  await call();
  expect(sent).toEqual([
    ['/api/anything', null, null],
    ['/api/anything', 'signed', 'mf-settings/1.0.0,mf-debug/2.0.0'],
    ['/api/anything', null, null],
    ['/api/anything', 'signed', 'mf-settings/1.0.1'],
  ]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(4);
});

test('what the page was made with is not told: the server has counted it', async () => {
  notePageOf('mf-settings', '1.0.0');
  noteGiven('mf-settings', '1.0.0');
  await call();
  expect(sent).toEqual([['/api/anything', null, null]]);
});

test('a page that calls nothing tells it by a small call, after a while', async () => {
  answersTicket = 'renewed';
  noteGiven('mf-settings', '1.0.0');
  await jest.advanceTimersByTimeAsync(2_999);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([['/api/config', 'signed', 'mf-settings/1.0.0']]);
  expect(pageTicket()).toBe('renewed');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

test('every look at the registry brings the ticket, and gets a fresh one', async () => {
  await look();
  expect(pageTicket()).toBe('signed');
  answersTicket = 'renewed';
  await look();
  expect(pageTicket()).toBe('renewed');
  answersTicket = null;
  await look();
  expect(sent).toEqual(
    ['signed', 'signed', 'renewed'].map((ticket) => ['/remotes/registry.json', ticket, null]),
  );
  expect(pageTicket()).toBe('renewed');
});

test('a page without a ticket tells nothing', async () => {
  setBootstrap({ config, user: null, locale: 'en' });
  noteGiven('mf-settings', '1.0.0');
  await call();
  await look();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent.map(([, ...headers]) => headers)).toEqual([
    [null, null],
    [null, null],
  ]);
});
