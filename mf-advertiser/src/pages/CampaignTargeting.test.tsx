import type { Campaign, Place } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RUNNING } from '../testing/fixtures';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const GET = 'GET /api/campaigns/:id';
const PATCH = 'PATCH /api/campaigns/:id';
const PLACES = 'GET /api/campaign-places';

function show(tab: string, change: Partial<Campaign> = {}, routes: Record<string, unknown> = {}) {
  const campaign = { ...RUNNING, ...change };
  return renderAdvertiser(`/advertiser/campaigns/${RUNNING.id}?tab=${tab}`, {
    [GET]: campaign,
    [PATCH]: ({ body }: Call) => ({ ...campaign, ...(body as object) }),
    ...routes,
  });
}
const save = async (calls: Call[]) => {
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
  const { body } = calls.find(({ method }) => method === 'PATCH') as Call;
  return (body as { targeting: Campaign['targeting'] }).targeting;
};
const box = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

test('lists are pasted, spelt as the server has them; what is no value is named before anything is sent', async () => {
  const { calls } = show('targeting');
  await fillIn(await box('IP ranges: Include'), '203.0.113.0/24\n300.1.1.1');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('300.1.1.1 is no address or range. Write it as 203.0.113.0/24.')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  const ranges = await box('IP ranges: Include');
  await userEvent.clear(ranges);
  await fillIn(ranges, '203.0.113.0/24, 2001:DB8::/32');
  await fillIn(await box('Keywords: Include'), 'Winter Boots\nsnow');
  expect(await save(calls)).toMatchObject({
    ip_ranges: { include: ['203.0.113.0/24', '2001:db8::/32'], exclude: [] },
    keywords: { include: ['winter boots', 'snow'], exclude: [] },
  });
});

test('a region is found by its name and put into the list of codes', async () => {
  const regions = [{ code: 'DE-BY', name: 'Bavaria', own_name: 'Bayern' }];
  const { calls } = show('targeting', {}, { [PLACES]: { places: [], more: false, regions } });
  await fillIn(await box('Search regions by name'), 'bayern');
  expect(await screen.findByText('Bavaria (Bayern)')).toBeTruthy();
  expect(calls.find(({ query }) => query.kind === 'regions')?.query).toEqual({
    kind: 'regions',
    search: 'bayern',
  });
  const rule = within(screen.getByRole('group', { name: 'Regions' }));
  await userEvent.click(rule.getByLabelText('Exclude'));
  await fillIn(await box('Search regions by name'), 'bayern');
  await userEvent.click(await screen.findByRole('button', { name: /^Exclude: Bavaria/ }));
  expect(await rule.findByRole('button', { name: 'Remove filter Bavaria (Bayern)' })).toBeTruthy();
  expect((await box('Regions: Exclude')).value).toBe('DE-BY');
  expect(await save(calls)).toMatchObject({ regions: { include: [], exclude: ['DE-BY'] } });
});

test('codes of regions are named, and those that mean nothing pointed out', async () => {
  const regions = [{ code: 'DE-BY', name: 'Bavaria', own_name: 'Bayern' }];
  const chosen = { ...RUNNING.targeting, regions: { include: ['DE-BY', 'DE-ZZ'], exclude: [] } };
  show('targeting', { targeting: chosen }, { [PLACES]: { places: [], more: false, regions } });
  expect((await screen.findAllByText('Bavaria (Bayern)')).length).toBeGreaterThan(0);
  expect(screen.getByText('No region is known by DE-ZZ. Check the code.')).toBeTruthy();
});

test('what is no code of a region is said in its field, as it was typed, and takes the focus', async () => {
  show('targeting');
  await fillIn(await box('Regions: Include'), 'Bayern');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  const field = await box('Regions: Include');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('Bayern');
  const text = 'Bayern is no code of a region. Write it as DE-BY.';
  expect(within(screen.getByRole('group', { name: 'Regions' })).getByText(text)).toBeTruthy();
  expect(field.closest('details')?.open).toBe(true);
  // It stays open while it is put right.
  await userEvent.clear(field);
  await fillIn(field, 'de-by');
  expect(screen.queryByText(text)).toBeNull();
  expect(field.closest('details')?.open).toBe(true);
});

test('of what is taken and left, one list is written and the other told', async () => {
  const chosen = { ...RUNNING.targeting, languages: { include: ['de'], exclude: ['fr'] } };
  show('targeting', { targeting: chosen });
  const rule = within(await screen.findByRole('group', { name: 'Languages' }));
  expect(rule.getByText('French').closest('p')?.textContent).toBe('Excluded: French');
  await userEvent.click(rule.getByLabelText('Exclude'));
  expect(rule.getByText('German').closest('p')?.textContent).toBe('Included: German');
});

test('a finger draws over the hours it passes; what the browser takes from it is not drawn', async () => {
  const { calls } = show('targeting');
  await userEvent.click(await screen.findByLabelText('Run at certain hours only'));
  await userEvent.click(screen.getByRole('button', { name: 'Weekend' }));
  const cell = (name: string) => screen.getByRole('gridcell', { name });
  const [from, to] = [cell('Mon 08:00'), cell('Tue 10:00')];
  const bound = new Set(['finger']);
  from.hasPointerCapture = () => bound.size > 0;
  from.releasePointerCapture = () => bound.clear();
  const touch = { pointerId: 1, pointerType: 'touch' };
  fireEvent.pointerDown(from, touch);
  expect(bound.size).toBe(0);
  fireEvent.pointerEnter(to, touch);
  expect(cell('Tue 09:00').getAttribute('aria-selected')).toBe('true');
  fireEvent.pointerCancel(to, touch);
  expect(cell('Tue 09:00').getAttribute('aria-selected')).toBe('false');
  fireEvent.pointerDown(from, touch);
  fireEvent.pointerEnter(to, touch);
  fireEvent.pointerUp(to, touch);
  const { hours } = await save(calls);
  expect(hours?.hours.filter((hour) => hour < 120)).toEqual([8, 9, 10, 32, 33, 34]);
});

test('the hours are switched by the keyboard: space one, shift and arrows a rectangle', async () => {
  const { calls } = show('targeting');
  await userEvent.click(await screen.findByLabelText('Run at certain hours only'));
  await userEvent.click(screen.getByRole('button', { name: 'Weekend' }));
  const cell = (name: string) => screen.getByRole('gridcell', { name });
  expect(cell('Sat 00:00').getAttribute('aria-selected')).toBe('true');
  expect(cell('Mon 00:00').getAttribute('aria-selected')).toBe('false');
  cell('Mon 00:00').focus();
  await userEvent.keyboard(' {ArrowRight}{ArrowDown} ');
  expect(document.activeElement).toBe(cell('Tue 01:00'));
  // Let go in between: what is drawn is what the hour is, not its opposite.
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Shift>}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(cell('Wed 02:00'));
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  const { hours } = await save(calls);
  expect(hours?.hours.filter((hour) => hour < 120)).toEqual([0, 25, 26, 49, 50]);
  expect(hours?.hours.filter((hour) => hour >= 120)).toHaveLength(48);
});

test('the hours are drawn by the pointer, and switched off again', async () => {
  const { calls } = show('targeting', {
    targeting: { ...RUNNING.targeting, hours: { timezone: 'UTC', hours: [0, 1, 24, 25] } },
  });
  const cell = (name: string) => screen.findByRole('gridcell', { name });
  fireEvent.pointerDown(await cell('Mon 00:00'));
  fireEvent.pointerEnter(await cell('Tue 00:00'), { buttons: 1 });
  fireEvent.pointerUp(await cell('Tue 00:00'));
  expect((await save(calls)).hours).toEqual({ timezone: 'UTC', hours: [1, 25] });
});

test('systems with their versions, taken or left', async () => {
  const { calls } = show('targeting');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a system' }));
  await fillIn(await box('Windows: From version'), '10');
  expect((await save(calls)).os).toEqual({
    include: [{ name: 'windows', min: '10', max: null }],
    exclude: [],
  });
});

const place = (change: Partial<Place> = {}): Place => ({
  id: 'z_1000',
  name: 'Top banner',
  domain: 'alpine.example',
  category: 'sports',
  zone: { kind: 'banner', width: 300, height: 250, floor_micros: 500_000 },
  requests: 1_200,
  filled: 300,
  own: { impressions: 1_000, spend_micros: 2_000_000 },
  ...change,
});

test('zones are found by name with their traffic, taken, left, and let go again', async () => {
  const { calls } = show(
    'zones',
    {},
    {
      [PLACES]: ({ query }: Call) => ({
        places: query.kind === 'zones' ? [place(), place({ id: 'z_1001', name: 'Foot' })] : [],
        more: false,
      }),
    },
  );
  const zones = within(await screen.findByRole('list', { name: 'Zones' }));
  const row = (await zones.findByText('Top banner')).closest('li') as HTMLElement;
  expect(row.textContent).toContain('alpine.example · 300×250 · 1,200 requests · 25% filled · floor $0.50');
  expect(row.textContent).toContain('you paid $2.00 eCPM');
  await userEvent.click(zones.getByRole('button', { name: 'Include: Top banner' }));
  await userEvent.click(zones.getByRole('button', { name: 'Exclude: Foot' }));
  await userEvent.click(zones.getByRole('button', { name: 'Exclude: Top banner' }));
  await userEvent.click(zones.getByRole('button', { name: 'Exclude: Foot' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Search Zones by name or domain' }), 'top{Enter}');
  await waitFor(() => expect(calls.some(({ query }) => query.search === 'top')).toBe(true));
  expect((await save(calls)).zones).toEqual({ include: [], exclude: ['z_1000'] });
});

test('a list of ids is pasted, and taken or left as a whole', async () => {
  const { calls } = show(
    'zones',
    {},
    {
      [PLACES]: ({ query }: Call) => ({
        places: query.kind === 'zones' && query.ids ? [place(), place({ id: 'z_1001', name: 'Foot' })] : [],
        more: false,
      }),
    },
  );
  const search = await screen.findByRole('textbox', { name: 'Search Zones by name or domain' });
  await userEvent.click(search);
  await userEvent.paste('z_1001, z_1000 z_1009');
  expect(await screen.findByText('Of 3 ids 2 show ads.')).toBeTruthy();
  expect(calls.some(({ query }) => query.ids === 'z_1001,z_1000,z_1009')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Include 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Exclude 2' }));
  expect((await save(calls)).zones).toEqual({ include: [], exclude: ['z_1000', 'z_1001'] });
});

test('a list that does not come keeps what was chosen', async () => {
  const chosen = { ...RUNNING.targeting, zones: { include: ['z_9999'], exclude: [] } };
  const failure = { message: 'Not now', code: 'X', requestId: 'r' };
  show('zones', { targeting: chosen }, { [PLACES]: { status: 403, body: failure } });
  expect(await screen.findByText('z_9999')).toBeTruthy();
});

const LINKED = 'zones&field=targeting.zones&zone';
const SEARCH = 'Search Zones by name or domain';
/** The server's zones: by their ids, or all of them. */
const served = ({ query: { kind, ids } }: Call) => ({
  places: [place(), place({ id: 'z_1001', name: 'Foot', requests: 900, filled: 450 })].filter(
    ({ id }) => kind === 'zones' && (ids === undefined || String(ids).split(',').includes(id)),
  ),
  more: false,
});
const chosenZones = { ...RUNNING.targeting, zones: { include: [], exclude: ['z_1000'] } };

test('a link that names a zone shows it with its traffic, and one press leaves it out', async () => {
  const { calls } = show(`${LINKED}=z_1001`, { targeting: chosenZones }, { [PLACES]: served });
  const linked = within(
    await screen.findByRole('list', { name: 'The link you followed is about this zone:' }),
  );
  expect(linked.getByRole('listitem').textContent).toContain('900 requests · 50% filled');
  const leave = linked.getByRole('button', { name: 'Exclude: Foot' });
  await waitFor(() => expect(document.activeElement).toBe(leave));
  await userEvent.keyboard('{Enter}');
  expect(leave.getAttribute('aria-pressed')).toBe('true');
  expect((await save(calls)).zones).toEqual({ include: [], exclude: ['z_1000', 'z_1001'] });
  // Another part of the page is about no zone.
  await userEvent.click(screen.getByRole('tab', { name: 'Targeting' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Zones' }));
  await screen.findByRole('list', { name: 'Zones' });
  expect(screen.queryByText(/link you followed/)).toBeNull();
});

test.each(['z_9999', 'p_1000', 'z_1000,z_1001', '<b>nothing</b>'])(
  'a link that names %s says that it is no zone, and nothing is lost',
  async (id) => {
    const { calls } = show(
      `${LINKED}=${encodeURIComponent(id)}`,
      { targeting: chosenZones },
      { [PLACES]: served },
    );
    expect(
      await screen.findByText(
        `The link you followed names ${id}, and no zone that shows ads is called so. What you chose stays.`,
      ),
    ).toBeTruthy();
    const search = screen.getByRole('textbox', { name: SEARCH });
    await waitFor(() => expect(document.activeElement).toBe(search));
    const zones = within(await screen.findByRole('list', { name: 'Zones' }));
    await userEvent.click(await zones.findByRole('button', { name: 'Exclude: Foot' }));
    expect((await save(calls)).zones).toEqual({ include: [], exclude: ['z_1000', 'z_1001'] });
  },
);

test('a linked zone that comes late takes no focus from who has begun, and one that fails is asked for again', async () => {
  let tell: (answer: unknown) => void = () => {};
  const late = new Promise((resolve) => {
    tell = resolve;
  });
  const { answer } = show(
    `${LINKED}=z_1001`,
    {},
    { [PLACES]: (call: Call) => (call.query.ids === 'z_1001' ? late : served(call)) },
  );
  const search = await screen.findByRole('textbox', { name: SEARCH });
  await userEvent.type(search, 'top');
  tell(reply(503, { message: 'Not now', code: 'X', requestId: 'r' }));
  expect(await screen.findByText('The zone of the link cannot be shown')).toBeTruthy();
  answer({ [PLACES]: served });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The link you followed is about this zone:')).toBeTruthy();
  expect(document.activeElement?.getAttribute('name')).not.toBe('targeting.zones.z_1001.exclude');
});
