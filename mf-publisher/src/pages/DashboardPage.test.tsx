import {
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { api, useAppStore } from '@ezdash/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LIVE_POLL_MS } from '../components/polling';
import texts from '../locales/en.json';
import { makeEarnings } from '../testing/earningsData';
import { floorAdvice, makeDashboard, makeFigures } from '../testing/publisherData';
import { DashboardPage } from './DashboardPage';

const URL = 'GET /api/publisher/dashboard';
const EARNINGS = 'GET /api/publisher/earnings';
const FLOOR = 'GET /api/zones/:id/floor-advice';

let store: ReturnType<typeof useAppStore> | undefined;
function Stored() {
  store = useAppStore();
  return <DashboardPage />;
}

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}): RenderedRemote {
  rendered = renderRemote(<Stored />, {
    path: '/publisher/dashboard',
    user: testUser({ role: 'publisher' }),
    texts: { publisher: texts },
    routes: { [URL]: makeDashboard(), [EARNINGS]: makeEarnings(), [FLOOR]: floorAdvice(), ...routes },
  });
  return rendered;
}
/** The figure called `label` in the strip, with its change. */
const tile = (label: string) => {
  const strip = within(screen.getByRole('region', { name: 'Figures of these days' }));
  return strip.getByText(label, { selector: 'dt' }).parentElement?.textContent ?? '';
};

afterEach(() => {
  rendered?.unmount();
  jest.useRealTimers();
});

test('shows the figures of the days against the days before', async () => {
  const remote = show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  expect(document.title).toBe('Dashboard - EzDash');
  expect(tile('Earnings')).toContain('$9.00');
  expect(tile('Earnings')).toContain('50.0%');
  expect(tile('Earnings')).toContain('vs previous 3 days');
  expect(tile('Ad requests')).toContain('3,000');
  expect(tile('Fill rate')).toContain('90.0%');
  expect(tile('Fill rate')).toContain('10.00 pt');
  expect(tile('eCPM')).toContain('$3.75');
  expect(tile('Viewable')).toContain('75.0%');
  expect(Object.keys(remote.calls[0]?.query ?? {})).toEqual(['from', 'to']);
});

test('an account younger than the days before is not compared with them', async () => {
  show({ [URL]: makeDashboard({ comparable: false }) });
  await screen.findByRole('heading', { level: 1 });
  expect(tile('Earnings')).toBe('Earnings$9.00over 3 days');
  expect(tile('Fill rate')).toBe('Fill rate90.0%over 3 days');
  expect(document.querySelector('.ez-spark')).toBeTruthy();
  expect(document.querySelector('.ez-spark-before')).toBeNull();
  expect(screen.queryByText('Previous period')).toBeNull();
});

test('a publisher who owes for invalid traffic reads how much', async () => {
  show({ [URL]: makeDashboard({ pending_micros: -2_400_000 }) });
  expect(
    await screen.findByText('$2.40 owed for invalid traffic, taken off your next earnings'),
  ).toBeTruthy();
  expect(screen.queryByText(/pending$/)).toBeNull();
});

test('names amounts, zones, countries and what waits', async () => {
  show();
  expect(
    await screen.findByText(/^Sat 21 Nov( 2026)?, 14:06 UTC. Figures are final up to 14:05.$/),
  ).toBeTruthy();
  expect(screen.getByRole('link', { name: '$8,412.06 payable' }).getAttribute('href')).toBe(
    '/publisher/earnings',
  );
  expect(screen.getByText('$120.00 this month')).toBeTruthy();
  expect(screen.getByText('Austria')).toBeTruthy();
  expect(screen.getByText('Unknown country')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Forecast, top' }).getAttribute('href')).toBe(
    '/publisher/properties/p_1000',
  );
  const needs = within(screen.getByRole('region', { name: 'Needs you' }));
  expect(needs.getByText('Webcam pages')).toBeTruthy();
  expect(needs.getByRole('link', { name: /Get the tag/ }).getAttribute('href')).toBe(
    '/publisher/properties/p_1000',
  );
});

test('several zones without a tag are one line', async () => {
  const silent = {
    code: 'no-tag-seen',
    tone: 'warn',
    subject: 'Webcam pages',
    params: { property: 'Alpine Weather', others: 4 },
    href: '/publisher/properties/p_1000',
  };
  show({ [URL]: makeDashboard({ call_outs: [silent as never] }) });
  const needs = within(await screen.findByRole('region', { name: 'Needs you' }));
  expect(needs.getByRole('listitem').textContent).toContain(
    'Webcam pages and 4 more zones have sent no ad request yet. Are their tags on the page?',
  );
  expect(needs.getByRole('link', { name: /See the zones/ }).getAttribute('href')).toBe(silent.href);
});

test('a call-out this release does not know still leads somewhere', async () => {
  const unknown = {
    code: 'quota-near',
    tone: 'info',
    subject: 'Floors',
    params: {},
    href: '/publisher/properties',
  };
  show({ [URL]: makeDashboard({ call_outs: [unknown as never] }) });
  expect((await screen.findByRole('link', { name: /^Open(?! in reports)/ })).getAttribute('href')).toBe(
    '/publisher/properties',
  );
});

test('today is live', async () => {
  jest.useFakeTimers();
  const remote = show();
  await act(() => jest.advanceTimersByTimeAsync(100));
  const today = () => screen.getByRole('region', { name: 'Today' }).textContent;
  expect(today()).toContain('Earnings$1.23Ad');
  remote.answer({
    [URL]: makeDashboard({ today: makeFigures({ requests: 513, earnings_micros: 1_240_000 }) }),
  });
  await act(() => jest.advanceTimersByTimeAsync(LIVE_POLL_MS + 100));
  expect(today()).toContain('Earnings$1.24Ad');
  expect(today()).toContain('513');
});

test('a new publisher is led to the first property', async () => {
  const none = makeFigures();
  show({
    [URL]: makeDashboard({
      totals: none,
      previous: none,
      zones: [],
      countries: [],
      call_outs: [
        { code: 'no-property', tone: 'info', subject: '', params: {}, href: '/publisher/properties' },
      ],
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Add your first property' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create property' }).getAttribute('href')).toBe(
    '/publisher/properties/new',
  );
});

test('days without traffic show dashes, not invented zeros', async () => {
  const none = makeFigures();
  show({ [URL]: makeDashboard({ totals: none, previous: none, zones: [], countries: [], call_outs: [] }) });
  await screen.findByRole('heading', { level: 1 });
  expect(tile('eCPM')).toBe('eCPM–over 3 days');
  expect(tile('Fill rate')).toBe('Fill rate–over 3 days');
  expect(screen.getByText('No zone earned anything in these days.')).toBeTruthy();
});

test('a failure says what still works and offers to try again', async () => {
  const remote = show({ [URL]: reply(500, { message: 'The database is away', code: 'INTERNAL' }) });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The dashboard could not be loaded');
  expect(alert.textContent).toContain('req_test');
  remote.answer({ [URL]: makeDashboard() });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(tile('Earnings')).toContain('$9.00'));
});

test('a day without requests is a gap in the line of a rate, and zero in the line of an amount', async () => {
  const dashboard = makeDashboard();
  const [first, , last] = dashboard.days;
  if (!first || !last) throw new Error('three days');
  show({ [URL]: { ...dashboard, days: [first, { ...makeFigures(), day: '2026-11-20' }, last] } });
  await screen.findByRole('heading', { level: 1 });
  const lines = (label: string) =>
    within(screen.getByRole('region', { name: 'Figures of these days' }))
      .getByText(label, { selector: 'dt' })
      .closest('.ez-stat')
      ?.querySelector('.ez-spark path:not(.ez-spark-before)')
      ?.getAttribute('d')
      ?.match(/M/g)?.length;
  expect([lines('Earnings'), lines('Fill rate')]).toEqual([1, 2]);
});

const panel = async (name: string) => (await screen.findByRole('region', { name })).textContent;

test('says what can be paid out and what becomes payable next', async () => {
  const remote = show();
  await waitFor(async () =>
    expect(await panel('Next payout')).toBe(
      'Next payoutEarnings$120.00 can be paid out now$210.00 will be payable on 1 Dec.',
    ),
  );
  remote.unmount();
  show({
    [EARNINGS]: makeEarnings({
      on_the_way_micros: 75_500_000,
      next_release: null,
      request: { ok: false, reason: 'open-payout', params: {} },
    }),
  });
  await waitFor(async () => expect(await panel('Next payout')).toBe('Next payoutEarnings$75.50 on its way'));
  rendered?.unmount();
  const missing = { threshold_micros: 50_000_000, missing_micros: 12_340_000 };
  show({ [EARNINGS]: makeEarnings({ request: { ok: false, reason: 'below-threshold', params: missing } }) });
  await waitFor(async () => expect(await panel('Next payout')).toContain('$12.34 more to the next payout.'));
});

test('what cannot be read of payouts and floors does not take the dashboard away', async () => {
  show({ [EARNINGS]: reply(500), [FLOOR]: reply(500) });
  await waitFor(async () => expect(await panel('Next payout')).toContain('It could not be read.'));
  await waitFor(async () => expect(await panel('Floor prices')).toContain('could not be read'));
  expect(tile('Earnings')).toContain('$9.00');
});

test('an event that is paid for does not have books and auctions read again', async () => {
  const remote = show();
  await waitFor(async () => expect(await panel('Floor prices')).toContain('Too few auctions'));
  await waitFor(async () => expect(await panel('Next payout')).toContain('$120.00'));
  const dear = () => remote.calls.filter(({ path }) => path !== '/api/publisher/dashboard').length;
  const [before, all] = [dear(), remote.calls.length];
  act(() => void store?.dispatch(api.util.invalidateTags(['Zone', 'Earnings', 'PublisherDashboard'])));
  await waitFor(() => expect(remote.calls.length).toBeGreaterThan(all));
  expect(dear()).toBe(before);
});

test('advises floors of the zones that earn most, and leads to where they are changed', async () => {
  const zones = ['z_1', 'z_2', 'z_3', 'z_4'].map((id, index) => ({
    id,
    property_id: `p_${id}`,
    name: `Zone ${id}`,
    property: 'Alpine Weather',
    width: 300,
    height: 250,
    figures: makeFigures({ requests: index === 0 ? 0 : 9, earnings_micros: 9 - index }),
  }));
  const remote = show({
    [URL]: makeDashboard({ zones }),
    [FLOOR]: ({ params }: { params: { id?: string } }) => floorAdvice({ advised: params.id === 'z_2' }),
  });
  await waitFor(async () =>
    expect(await panel('Floor prices')).toContain('A floor of $0.80 would have earned 6% – 9% more'),
  );
  expect(screen.getByRole('link', { name: 'Floor of Zone z_2' }).getAttribute('href')).toBe(
    '/publisher/properties/p_z_2',
  );
  const asked = remote.calls
    .filter(({ path }) => path.endsWith('/floor-advice'))
    .map(({ params }) => params.id);
  expect(asked).toEqual(['z_2', 'z_3', 'z_4']);
});
