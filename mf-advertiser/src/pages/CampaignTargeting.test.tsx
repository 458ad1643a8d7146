import type { Campaign, Place } from '@ezdash/contracts';
import { type Call, fillIn } from '@ezdash/remote-kit/testing';
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
  await fillIn(await box('IP ranges: Only these'), '203.0.113.0/24\n300.1.1.1');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('300.1.1.1 is no address or range. Write it as 203.0.113.0/24.')).toBeTruthy();
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
  const ranges = await box('IP ranges: Only these');
  await userEvent.clear(ranges);
  await fillIn(ranges, '203.0.113.0/24, 2001:DB8::/32');
  await fillIn(await box('Keywords: Only these'), 'Winter Boots\nsnow');
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
  await userEvent.click(screen.getByRole('button', { name: 'Not these: Bavaria' }));
  expect((await box('Regions: Not these')).value).toBe('DE-BY');
  expect(await save(calls)).toMatchObject({ regions: { include: [], exclude: ['DE-BY'] } });
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
  await userEvent.keyboard(' {ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(cell('Tue 01:00'));
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  expect(document.activeElement).toBe(cell('Wed 02:00'));
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
  await userEvent.click(zones.getByRole('button', { name: 'Only these: Top banner' }));
  await userEvent.click(zones.getByRole('button', { name: 'Not these: Foot' }));
  await userEvent.click(zones.getByRole('button', { name: 'Not these: Top banner' }));
  await userEvent.click(zones.getByRole('button', { name: 'Not these: Foot' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Search Zones by name or domain' }), 'top{Enter}');
  await waitFor(() => expect(calls.some(({ query }) => query.search === 'top')).toBe(true));
  expect((await save(calls)).zones).toEqual({ include: [], exclude: ['z_1000'] });
});

test('a list that does not come keeps what was chosen', async () => {
  const chosen = { ...RUNNING.targeting, zones: { include: ['z_9999'], exclude: [] } };
  const failure = { message: 'Not now', code: 'X', requestId: 'r' };
  show('zones', { targeting: chosen }, { [PLACES]: { status: 403, body: failure } });
  expect(await screen.findByText('z_9999')).toBeTruthy();
});
