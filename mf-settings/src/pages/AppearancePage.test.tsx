import type { AppearanceUpdate } from '@ezdash/contracts';
import { type Call, reply, testUser } from '@ezdash/remote-kit/testing';
import { setAppearance } from '@ezdash/ui';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const PATCH = 'PATCH /api/settings/appearance';
const LOCALE = 'POST /api/locale';
const USER = testUser();
const save = ({ body }: Call) =>
  testUser({ preferences: { ...USER.preferences, ...(body as AppearanceUpdate) } });
const show = (routes: Record<string, unknown> = {}) =>
  renderSettings('/settings/appearance', { [PATCH]: save, [LOCALE]: {}, ...routes });

const theme = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const input = (name: string) => {
  const [found] = screen.getAllByLabelText<HTMLInputElement>(name);
  if (!found) throw new Error(`No field ${name}`);
  return found;
};
const undo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
const bodies = (calls: Call[], method = 'PATCH') =>
  calls.filter((call) => call.method === method).map((call) => call.body);
const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

beforeEach(() => act(() => setAppearance('system')));

test('what is chosen now', () => {
  show();
  expect(document.title).toBe('Appearance - EzDash');
  const group = within(screen.getByRole('radiogroup', { name: 'Theme' }));
  expect(group.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
    false,
    false,
    true,
  ]);
  expect(theme('System').checked).toBe(true);
  expect(input('Language').value).toBe('English');
  expect(input('Time zone').value).toBe('UTC');
});

test('the testers’ language is offered to no customer', async () => {
  show();
  await userEvent.click(input('Language'));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toContain('Deutsch');
  expect(screen.queryByRole('option', { name: /Pseudo/ })).toBeNull();
});

test('a theme is worn at once, kept in storage and cookie, and told to the server', async () => {
  const { calls } = show();
  await userEvent.click(theme('Dark'));
  expect(theme('Dark').checked).toBe(true);
  expect(scheme()).toBe('dark');
  expect(localStorage.getItem('appearance')).toBe('dark');
  expect(document.cookie).toContain('appearance=dark');
  expect(await screen.findByText('Appearance saved')).toBeTruthy();
  expect(bodies(calls)).toEqual([{ theme: 'dark' }]);
});

test('Undo brings the theme back, here and at the server', async () => {
  const { calls } = show();
  await userEvent.click(theme('Dark'));
  await undo();
  expect(theme('System').checked).toBe(true);
  expect([scheme(), localStorage.getItem('appearance')]).toEqual(['light', 'system']);
  await waitFor(() => expect(bodies(calls)).toEqual([{ theme: 'dark' }, { theme: 'system' }]));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a theme the server did not take holds here, and says so; trying again saves it', async () => {
  const { answer, calls } = show({
    [PATCH]: reply(503, { message: 'The database is away', code: 'X', requestId: 'r' }),
  });
  await userEvent.click(theme('Dark'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Saved in this browser only');
  expect(alert.textContent).toContain('The database is away');
  expect([theme('Dark').checked, scheme()]).toEqual([true, 'dark']);
  expect(screen.queryByText('Appearance saved')).toBeNull();
  answer({ [PATCH]: save });
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Appearance saved')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(bodies(calls)).toEqual([{ theme: 'dark' }, { theme: 'dark' }]);
});

test('a language is spoken at once, kept for this browser and with the account; Undo speaks the old one', async () => {
  const { calls } = show();
  await userEvent.click(input('Language'));
  await userEvent.click(await screen.findByText('Deutsch'));
  await waitFor(() => expect(input('Language').value).toBe('Deutsch'));
  await waitFor(() => expect(bodies(calls)).toEqual([{ locale: 'de' }]));
  expect(bodies(calls, 'POST')).toEqual([{ locale: 'de' }]);
  await undo();
  await waitFor(() => expect(bodies(calls)).toEqual([{ locale: 'de' }, { locale: 'en' }]));
  expect(bodies(calls, 'POST')).toEqual([{ locale: 'de' }, { locale: 'en' }]);
  expect(input('Language').value).toBe('English');
});

/** Looks for a zone at once rather than by letters: the list is long for a simulated page. */
async function chooseZone(words: string, label: RegExp) {
  await userEvent.click(input('Time zone'));
  fireEvent.change(input('Time zone'), { target: { value: words } });
  fireEvent.click(await screen.findByText(label));
}

test('a time zone is found by its city, with its offset, and saved with the account', async () => {
  const { calls } = show();
  await chooseZone('berlin', /^Europe\/Berlin \([+]0[12]:00\)$/);
  expect(await screen.findByText('Appearance saved')).toBeTruthy();
  expect(bodies(calls)).toEqual([{ timezone: 'Europe/Berlin' }]);
  await waitFor(() => expect(input('Time zone').value).toMatch(/^Europe\/Berlin/));
  await undo();
  await waitFor(() => expect(bodies(calls)[1]).toEqual({ timezone: 'UTC' }));
});

test('a time zone that was not saved is not shown as if it were', async () => {
  show({ [PATCH]: reply(0) });
  await chooseZone('new york', /^America\/New York/);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The time zone was not saved');
  expect(alert.textContent).toContain('The server did not answer');
  await waitFor(() => expect(input('Time zone').value).toBe('UTC'));
});

test('the zone of the device is offered to who has another one, and gone when it is chosen', async () => {
  const real = Intl.DateTimeFormat.prototype.resolvedOptions;
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function of(
    this: Intl.DateTimeFormat,
  ) {
    return { ...real.call(this), timeZone: 'Europe/Berlin' };
  });
  const { calls } = show();
  expect(screen.getByText(/^This device is set to Europe\/Berlin/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Use Europe/Berlin' }));
  expect(await screen.findByText('Appearance saved')).toBeTruthy();
  expect(bodies(calls)).toEqual([{ timezone: 'Europe/Berlin' }]);
  await waitFor(() => expect(screen.queryByText(/^This device is set to/)).toBeNull());
  zone.mockRestore();
});

test('who has the zone of the device already is offered none', () => {
  show();
  expect(screen.queryByText(/^This device is set to/)).toBeNull();
});
