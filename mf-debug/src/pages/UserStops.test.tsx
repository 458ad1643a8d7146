import type { Stop } from '@ezdash/contracts';
import {
  type Call,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
} from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { admin, makeDetail } from '../testing/consoleData';
import { UserPage } from './UserPage';

const LIST = 'GET /api/operator/stops';
const TARGETS = 'GET /api/operator/stops/targets';
const POST = 'POST /api/operator/stops';
const LIFT = 'POST /api/operator/stops/:id/lift';
const STOP: Stop = {
  id: 'st_1k7a',
  kind: 'campaign',
  target: 'c_1k7a',
  reason: 'Asks for card numbers',
  note: null,
  stopped_by: 'Mara Okafor',
  stopped_at: '2026-11-21T14:02:00.000Z',
  lifted: null,
};
const target = (state: string, parts: object[] = []) => ({
  targets: [{ kind: 'campaign', id: 'c_1k7a', name: 'Spring sale', state, parts }],
});
const BANNER = { kind: 'creative', id: 'cr_1k7a', name: 'Banner', state: 'approved' };

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/users/:id" element={<UserPage />} />
    </Routes>,
    {
      path: '/admin/users/1001',
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/log': {},
        'GET /api/operator/users/:id': makeDetail(),
        'GET /api/operator/users/:id/campaigns': { campaigns: [] },
        [LIST]: { stops: [] },
        ...routes,
      },
    },
  );
  return rendered;
}
afterEach(() => rendered?.unmount());
const panel = async () => within(await screen.findByRole('region', { name: 'Ads and places' }));
const button = async (name: string) => (await panel()).findByRole('button', { name });

test('stops an approved campaign with a reason for its owner and a note for staff', async () => {
  let state = 'approved';
  const { calls } = show({
    [TARGETS]: () => target(state, [BANNER]),
    [POST]: () => {
      state = 'stopped';
      return reply(201, STOP);
    },
  });
  await userEvent.click(await button('Stop Spring sale'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop “Spring sale”?' }));
  expect(dialog.getByText(/clicks on its ads lead nowhere/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  expect(await dialog.findByText('Enter a reason')).toBeTruthy();
  await userEvent.click(dialog.getByLabelText('Reason'));
  await userEvent.paste(STOP.reason);
  await userEvent.click(dialog.getByLabelText('Note for staff (optional)'));
  await userEvent.paste('Ticket 7');
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Spring sale is stopped')).toBeTruthy();
  const sent = calls.filter(({ method }: Call) => method === 'POST');
  expect(sent.map(({ body }) => body)).toContainEqual({
    kind: 'campaign',
    id: 'c_1k7a',
    reason: STOP.reason,
    note: 'Ticket 7',
  });
  expect(await button('Lift the stop of Spring sale')).toBeTruthy();
});

test('a stopped one shows who stopped it, when and why, and is set free by its button', async () => {
  const { calls } = show({
    [TARGETS]: target('stopped'),
    [LIST]: { stops: [STOP] },
    [LIFT]: { ...STOP, lifted: { by: 'Mara Okafor', at: STOP.stopped_at, how: 'operator', note: null } },
  });
  await userEvent.click(await button('Lift the stop of Spring sale'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Lift the stop of “Spring sale”?' }));
  expect(dialog.getByText(STOP.reason)).toBeTruthy();
  expect(dialog.getByText(/Mara Okafor/)).toBeTruthy();
  expect(dialog.queryByLabelText('Reason')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Lift stop' }));
  expect(await screen.findByText('The stop of Spring sale is lifted')).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith(`/stops/${STOP.id}/lift`))).toBe(true);
});

test('creatives have a button of their own; what nobody approved has none', async () => {
  show({ [TARGETS]: target('inReview', [BANNER]) });
  const folded = (await (await panel()).findByText('1 creative')).closest('details');
  expect(folded?.open).toBe(false);
  await userEvent.click(within(folded as HTMLElement).getByText('1 creative'));
  expect(await button('Stop Banner')).toBeTruthy();
  expect((await panel()).queryByRole('button', { name: 'Stop Spring sale' })).toBeNull();
});

test('a refusal keeps what was written and says why', async () => {
  show({
    [TARGETS]: target('approved'),
    [POST]: reply(409, { message: 'This campaign is not approved', code: 'NOT_STOPPABLE' }),
  });
  await userEvent.click(await button('Stop Spring sale'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByLabelText('Reason'));
  await userEvent.paste('Swapped');
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  expect(await dialog.findByText(/This campaign is not approved/)).toBeTruthy();
  expect((dialog.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Swapped');
});
