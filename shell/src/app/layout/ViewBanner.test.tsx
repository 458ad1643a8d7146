import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { page, storage } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp, userOf } from '../../testing/renderApp';

const view = {
  user: { id: 7, email: 'ines@halden.test', name: 'Halden Outdoor' },
  admin: { email: 'mara@ezdash.test' },
  ends_at: '2099-11-21T16:05:00Z',
};
const banner = () => screen.findByRole('region', { name: 'View with a user’s eyes' });

beforeEach(() => {
  window.localStorage.clear();
  jest.spyOn(page, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

const STOP = 'POST /debug-tool/view/stop';
const show = (options: Omit<Parameters<typeof renderApp>[0], 'path'> & { path?: string } = {}) =>
  renderApp({ path: '/no/such/page', user: userOf('advertiser'), page: { view }, ...options });

test('nobody else has it', async () => {
  await show({ page: {} });
  await screen.findByRole('heading', { name: 'No such page' });
  expect(screen.queryByRole('region', { name: 'View with a user’s eyes' })).toBeNull();
});

test('says whose eyes, that nothing can be changed, until when, and who looks', async () => {
  await show();
  const text = (await banner()).textContent;
  expect(text).toContain('You see EzDash as Halden Outdoor (ines@halden.test).');
  expect(text).toContain('Nothing can be changed. Ends 16:05.');
  expect(text).toContain('Signed in as mara@ezdash.test.');
});

test.each(['/', '/auth/status'])('%s, which brings its own frame, has it too', async (path) => {
  await show({ path });
  expect(await banner()).toBeTruthy();
});

test('Stop ends it with the tool’s token, and loads the page anew', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  const tokens: (string | null)[] = [];
  await show({
    answers: {
      [STOP]: (request: Request) => {
        tokens.push(request.headers.get('X-Debug-Token'));
        return Response.json({ view: null });
      },
    },
  });
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(page.reload).toHaveBeenCalledTimes(1));
  expect(tokens).toEqual(['half']);
});

test('a Stop that fails says why', async () => {
  storage.set(STORAGE_KEYS.debugToken, 'half');
  await show({
    answers: { [STOP]: () => Response.json({}, { status: 500, headers: { 'X-Request-Id': 'req_1' } }) },
  });
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Stop' }));
  const alert = await within(await banner()).findByRole('alert');
  expect(alert.textContent).toBe('The view could not be ended. Request req_1');
  expect(page.reload).not.toHaveBeenCalled();
});

test('without the tool’s token it ends by itself', async () => {
  await show();
  expect((await banner()).textContent).toContain('It ends by itself.');
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});
