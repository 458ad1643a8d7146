import type { TraceSpan } from '@ezdash/contracts';
import { type RenderedRemote, renderRemote, reply } from '@ezdash/remote-kit/testing';
import { useAppDispatch } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { writeLog } from '../writeLog';
import { LogsTab } from './LogsTab';
import { placeSpans } from './waterfall';

const span = (given: Partial<TraceSpan>): TraceSpan => ({
  kind: 'sql',
  name: 'select 1',
  failed: false,
  started_at: '2026-11-22T12:00:00.000000Z',
  duration_ms: 1,
  request_id: 'request-1',
  detail: {},
  node: 'n1',
  ...given,
});
const LONG = `select ${'"a_column", '.repeat(20)} from "campaign"`;
const SPANS = [
  span({ kind: 'request', name: 'PATCH /api/campaigns/:id', duration_ms: 40.25, detail: { status: 200 } }),
  span({ name: LONG, started_at: '2026-11-22T12:00:00.010500Z', duration_ms: 0.42 }),
  span({
    kind: 'job',
    name: 'xero.invoice',
    started_at: '2026-11-22T12:00:01.200000Z',
    duration_ms: 800,
    failed: true,
    detail: { attempt: 1, reason: 'Xero was not heard' },
  }),
  span({
    kind: 'broadcast',
    name: 'account campaign.changed',
    started_at: '2026-11-22T12:00:00.250000Z',
    duration_ms: null,
  }),
];
const TRACES = [
  {
    correlation_id: 'click-12345678',
    began_at: '2026-11-22T12:00:00.000000Z',
    name: 'PATCH /api/campaigns/:id',
    spans: 4,
    failed: true,
    duration_ms: 2_000,
  },
];

let log: (message: string, data?: unknown) => void = () => {};
function Page() {
  const dispatch = useAppDispatch();
  log = (message, data) => writeLog(dispatch, 'info', message, data);
  return <LogsTab />;
}

let rendered: RenderedRemote | undefined;
const show = (routes: Record<string, unknown>) => {
  rendered = renderRemote(<Page />, { routes, texts: { debug: texts } });
  return rendered;
};
const routes = {
  'GET /debug-tool/traces': { traces: TRACES },
  'GET /debug-tool/traces/click-12345678': { correlation_id: 'click-12345678', spans: SPANS },
};
beforeEach(() => window.localStorage.clear());
afterEach(() => rendered?.unmount());

test('an entry with a correlation id opens what the server did, and leads back', async () => {
  show(routes);
  act(() => log('Click on “Save”', { correlationId: 'click-12345678', field: 1 }));
  act(() => log('Without', { a: 1 }));
  expect(screen.getByText('{"field":1}')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Timeline: Click on “Save”' }));
  const steps = await screen.findByRole('list', { name: 'Steps of the timeline' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual([
    expect.stringContaining('RequestPATCH /api/campaigns/:idstatus 20040.3 msafter 0 ms'),
    expect.stringMatching(/^SQLselect .*…select .*0.42 msafter 10.5 ms$/s),
    expect.stringContaining('Jobxero.invoicefailed attempt 1 · reason Xero was not heard800 msafter 1.2 sec'),
    expect.stringContaining('Messageaccount campaign.changedafter 250 ms'),
  ]);
  expect(document.activeElement?.textContent).toBe('Back to the list');
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(screen.getByText('Without')).toBeTruthy();
});

test('a long query is folded, and opens by the keyboard', async () => {
  show(routes);
  act(() => log('Click', { correlationId: 'click-12345678' }));
  await userEvent.click(screen.getByRole('button', { name: /Timeline/ }));
  const folded = (await screen.findByText(/^select .*…$/)).closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('pre')?.textContent).toBe(LONG);
});

test('the latest calls stand beside the log, and each opens its timeline', async () => {
  show(routes);
  await userEvent.click(screen.getByRole('radio', { name: 'Requests' }));
  const call = await screen.findByRole('button', { name: /PATCH/ });
  expect(call.textContent).toContain('failed · 2 sec · 4 steps');
  await userEvent.click(call);
  await screen.findByText('xero.invoice');
});

test('without calls it says what the place is for; a failure says why, with a way to ask again', async () => {
  show({ 'GET /debug-tool/traces': { traces: [] } });
  await userEvent.click(screen.getByRole('radio', { name: 'Requests' }));
  expect(await screen.findByText(/^No calls yet/)).toBeTruthy();
  rendered?.unmount();
  const remote = show({ 'GET /debug-tool/traces': reply(500, { requestId: 'r-77' }) });
  await userEvent.click(screen.getByRole('radio', { name: 'Requests' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/The timelines cannot be loaded.*r-77/);
  remote.answer(routes);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /PATCH/ })).toBeTruthy();
});

test('of a call that nothing was kept of it says so', async () => {
  show({ 'GET /debug-tool/traces/click-12345678': { correlation_id: 'click-12345678', spans: [] } });
  act(() => log('Click', { correlationId: 'click-12345678' }));
  await userEvent.click(screen.getByRole('button', { name: /Timeline/ }));
  const nothing = await screen.findByText('The server kept nothing of this.', {}, { timeout: 15_000 });
  expect(nothing).toBeTruthy();
});

test('it is asked for again until nothing more comes', async () => {
  const remote = show(routes);
  act(() => log('Click', { correlationId: 'click-12345678' }));
  await userEvent.click(screen.getByRole('button', { name: /Timeline/ }));
  await screen.findByText('xero.invoice');
  expect(screen.getByText(/Waiting for what follows/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/Waiting for what follows/)).toBeNull(), { timeout: 15_000 });
  const asked = () => remote.calls.filter(({ path }) => path.endsWith('click-12345678')).length;
  const before = asked();
  expect(before).toBeGreaterThanOrEqual(4);
});

test('steps stand where they happened, to the microsecond', () => {
  const { placed, wholeMs } = placeSpans(SPANS);
  expect(wholeMs).toBeCloseTo(2_000, 3);
  expect(placed.map(({ offsetMs }) => Math.round(offsetMs * 1_000) / 1_000)).toEqual([0, 10.5, 1_200, 250]);
  expect(placed[2]).toMatchObject({ from: expect.closeTo(0.6, 5), share: expect.closeTo(0.4, 5) });
  expect(placeSpans([])).toEqual({ placed: [], wholeMs: 0 });
});
