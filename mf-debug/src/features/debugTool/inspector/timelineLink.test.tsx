import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { addCallHeaders, api, useAppDispatch } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import texts from '../../../locales/en.json';
import { debugSlice, useTab } from '../debugSlice';
import { LogsTab } from '../logs/LogsTab';
import { InspectorTab } from './InspectorTab';

const SPAN = {
  kind: 'request',
  failed: false,
  started_at: '2026-11-22T12:00:00.000000Z',
  duration_ms: 4,
  detail: { status: 200 },
  node: 'n1',
};
const LISTED = {
  correlation_id: 'rows-2',
  began_at: '2026-11-22T12:00:00.000000Z',
  name: 'GET /api/rows',
  spans: 1,
  failed: false,
  duration_ms: 4,
};
const timeline = (id: string, requests: string[]) => ({
  correlation_id: id,
  spans: requests.map((request_id) => ({ ...SPAN, request_id, name: `GET /api/${request_id}` })),
});

const probe = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    linkRows: build.query<unknown, number>({ query: (page) => ({ url: '/api/rows', params: { page } }) }),
    linkLog: build.infiniteQuery<{ rows: number[] }, void, number>({
      query: ({ pageParam }) => ({ url: '/api/log', params: { page: pageParam } }),
      infiniteQueryOptions: { initialPageParam: 1, getNextPageParam: (_last, pages) => pages.length + 1 },
    }),
  }),
});

let choose: (tab: 'inspector' | 'logs') => void = () => {};
let know: (endpointName: 'linkRows', arg: number) => void = () => {};
function Rows() {
  const { refetch } = probe.useLinkRowsQuery(1);
  probe.useLinkRowsQuery(2);
  const { fetchNextPage } = probe.useLinkLogInfiniteQuery();
  const [answered, setAnswered] = useState('');
  return (
    <>
      <p>picked</p>
      <button type="button" onClick={() => void refetch().then(() => setAnswered('again'))}>
        Again
      </button>
      <button type="button" onClick={() => void fetchNextPage().then(() => setAnswered('more'))}>
        More
      </button>
      <p>{answered && `answered ${answered}`}</p>
    </>
  );
}
function Tool() {
  const dispatch = useAppDispatch();
  const tab = useTab();
  know = (endpointName, arg) =>
    void dispatch(probe.util.upsertQueryEntries([{ endpointName, arg, value: {} }]));
  choose = (next) => void dispatch(debugSlice.actions.tabChosen(next));
  return <section aria-label="Tool">{tab === 'logs' ? <LogsTab /> : <InspectorTab />}</section>;
}
function Page() {
  return (
    <>
      <div data-mf-remote="mf-x" data-mf-module="App" data-mf-version="1.0.0">
        <Rows />
      </div>
      <div data-mf-remote="mf-debug" data-mf-module="DebugTool" data-mf-version="1">
        <Tool />
      </div>
    </>
  );
}

let rendered: RenderedRemote;
const withId = (id: string, body: unknown) => reply(200, body, { 'X-Request-Id': id });
const of = (name: string) => (call: Call) => withId(`${name}-${call.query.page}`, { rows: [] });
const TIMELINES = {
  'GET /debug-tool/traces/rows-1': timeline('rows-1', ['rows-1']),
  'GET /debug-tool/traces/rows-2': timeline('rows-2', ['rows-2']),
  'GET /debug-tool/traces/log-2': timeline('log-2', ['log-2']),
  'GET /debug-tool/traces/click-12345678': timeline('click-12345678', ['rows-9', 'other']),
};

function show(routes: StubRoutes = {}): void {
  rendered = renderRemote(<Page />, {
    routes: {
      'GET /api/rows': of('rows'),
      'GET /api/log': of('log'),
      'GET /debug-tool/inspector/:name/:version': reply(404),
      ...TIMELINES,
      ...routes,
    },
    texts: { debug: texts },
  });
  act(() => choose('inspector'));
}
async function pick(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Pick an element' }));
  await userEvent.click(screen.getByText('picked', { selector: 'p' }));
}
const link = (name: RegExp) => screen.findByRole('button', { name });
const steps = async () =>
  within(await screen.findByRole('list', { name: 'Steps of the timeline' })).getAllByRole('listitem');

beforeEach(() => {
  window.localStorage.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  rendered.unmount();
  jest.restoreAllMocks();
});

test('each query leads to the timeline of its answer, and the timeline back to it', async () => {
  show();
  await pick();
  await link(/^Timeline: linkRows 1$/);
  await userEvent.click(await link(/^Timeline: linkRows 2$/));
  const [step] = await steps();
  expect(step?.textContent).toContain('GET /api/rows-2');
  expect(step?.getAttribute('aria-current')).toBe('true');
  const back = screen.getByRole('button', { name: 'Back to the query' });
  expect(document.activeElement).toBe(back);
  await userEvent.click(back);
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Timeline: linkRows 2'),
  );
});

test('of a query with several pages it is the request of the page asked for last', async () => {
  show();
  await pick();
  await link(/^Timeline: linkLog/);
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByText('answered more');
  await userEvent.click(await link(/^Timeline: linkLog/));
  expect((await steps())[0]?.textContent).toContain('GET /api/log-2');
});

test('a query that followed a click is marked among all that the click set off', async () => {
  show();
  await pick();
  await link(/^Timeline: linkRows 1$/);
  rendered.answer({ 'GET /api/rows': withId('rows-9', {}) });
  const end = addCallHeaders(() => ({ 'X-Correlation-Id': 'click-12345678' }));
  await userEvent.click(screen.getByRole('button', { name: 'Again' }));
  await screen.findByText('answered again');
  end();
  await userEvent.click(await link(/^Timeline: linkRows 1$/));
  expect((await steps()).map((each) => each.getAttribute('aria-current'))).toEqual(['true', null]);
});

test('a timeline from the list says which query it answered, and leads to it when the picked element reads it', async () => {
  show({ 'GET /debug-tool/traces': { traces: [LISTED] } });
  await pick();
  await link(/^Timeline: linkRows 2$/);
  act(() => choose('logs'));
  await userEvent.click(screen.getByRole('radio', { name: 'Requests' }));
  await userEvent.click(await screen.findByRole('button', { name: /GET \/api\/rows/ }));
  expect(screen.getByRole('button', { name: 'Back to the list' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Answered the query linkRows' }));
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Timeline: linkRows 2'),
  );
});

test('a failure has its timeline too', async () => {
  show({ 'GET /api/rows': reply(500, { message: 'Broken' }, { 'X-Request-Id': 'rows-1' }) });
  await pick();
  await userEvent.click(await link(/^Timeline: linkRows 1$/));
  expect((await steps())[0]?.textContent).toContain('GET /api/rows-1');
});

test('what never came has no timeline, nor what came before the tool; both say so', async () => {
  show({ 'GET /api/rows': reply(0), 'GET /api/log': reply(0) });
  await pick();
  const queries = within(screen.getByRole('region', { name: 'Queries it reads' }));
  expect((await queries.findAllByText('On the server'))[0]?.nextElementSibling?.textContent).toBe('Not yet');
  act(() => know('linkRows', 1));
  expect(await screen.findByText('Answered before the tool was there')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Timeline/ })).toBeNull();
});
