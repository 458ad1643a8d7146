import type { AlertSettings, AlertSettingsUpdate } from '@ezdash/contracts';
import { type Call, reply, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const GET = 'GET /api/settings/alerts';
const PUT = 'PUT /api/settings/alerts';
const RESEND = 'POST /api/auth/verify-email/resend';
const SETTINGS: AlertSettings = {
  email: 'ines@halden.test',
  alerts: [
    { event: 'campaign_approved', channels: { mail: true } },
    { event: 'campaign_paused', channels: { mail: false } },
    { event: 'funds_low', channels: { mail: true } },
    { event: 'new_login', channels: { mail: true } },
  ],
};
const saved = ({ body }: Call) => ({
  ...SETTINGS,
  alerts: SETTINGS.alerts.map(
    (alert) => (body as AlertSettingsUpdate).alerts.find(({ event }) => event === alert.event) ?? alert,
  ),
});
const show = (routes: Record<string, unknown> = {}, user = testUser()) =>
  renderSettings('/settings/alerts', { [GET]: SETTINGS, [PUT]: saved, ...routes }, user);
const alertSwitch = (event: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: `${event}: E-mail` });
const changes = (calls: Call[]) =>
  calls
    .filter(({ method }) => method === 'PUT')
    .flatMap(({ body }) => (body as AlertSettingsUpdate).alerts)
    .map(({ event, channels }) => [event, channels.mail]);

test('events by subject, each with when it is sent, and where mails go', async () => {
  show();
  expect((await alertSwitch('Campaign approved')).checked).toBe(true);
  expect((await alertSwitch('Campaign paused by the system')).checked).toBe(false);
  const table = within(screen.getByRole('table', { name: 'Alerts' }));
  const headers = table.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '');
  expect(headers).toHaveLength(7);
  expect([headers[0], headers[3], headers[5]]).toEqual(['Campaigns', 'Funds', 'Account']);
  expect(headers[1]).toContain('Sent when the review has approved a campaign');
  const address = within(screen.getByRole('region', { name: 'Where mails go' }));
  expect(address.getByText('ines@halden.test')).toBeTruthy();
  expect(address.getByText('Verified')).toBeTruthy();
  expect(address.queryByRole('button')).toBeNull();
});

test('a switch is saved at once, and Undo brings it back', async () => {
  const { calls } = show();
  await userEvent.click(await alertSwitch('Funds run low'));
  expect((await alertSwitch('Funds run low')).checked).toBe(false);
  await screen.findByText('E-mail is off for “Funds run low”');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes(calls)).toEqual([
      ['funds_low', false],
      ['funds_low', true],
    ]),
  );
  expect((await alertSwitch('Funds run low')).checked).toBe(true);
});

test('calls go one after another: the last press holds', async () => {
  const { calls } = show();
  const one = await alertSwitch('New sign-in');
  await userEvent.click(one);
  await userEvent.click(one);
  await userEvent.click(one);
  await waitFor(() =>
    expect(changes(calls)).toEqual([
      ['new_login', false],
      ['new_login', true],
      ['new_login', false],
    ]),
  );
  expect(one.checked).toBe(false);
});

test('a failing save puts the switch back and says why in its row', async () => {
  const { answer } = show({ [PUT]: reply(503, { message: 'The database is away', code: 'X' }) });
  const one = await alertSwitch('Funds run low');
  await userEvent.click(one);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('E-mail was not saved. The database is away.');
  expect(alert.closest('tr')?.textContent).toContain('Funds run low');
  expect(one.checked).toBe(true);
  answer({ [PUT]: saved });
  await userEvent.click(one);
  await screen.findByText('E-mail is off for “Funds run low”');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(one.checked).toBe(false);
});

describe('a switch that takes a recent proof', () => {
  const refused = reply(403, { message: 'Prove it', code: 'REAUTH_REQUIRED' });
  const routes = {
    [PUT]: refused,
    'GET /api/settings/factors': reply(500, { message: '', code: 'X' }),
    'POST /api/auth/confirm-password': { confirmed_until: '2099-01-01T00:00:00Z' },
  };
  const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));

  test('asks for it, and is saved then', async () => {
    const { answer, calls } = show(routes);
    await userEvent.click(await alertSwitch('New sign-in'));
    const proof = await question();
    answer({ [PUT]: saved });
    fireEvent.change(proof.getByLabelText('Password'), { target: { value: 'a long password' } });
    await userEvent.click(proof.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('E-mail is off for “New sign-in”');
    expect((await alertSwitch('New sign-in')).checked).toBe(false);
    expect(changes(calls)).toEqual([
      ['new_login', false],
      ['new_login', false],
    ]);
  });

  test('goes back without a word when it is not given', async () => {
    const { answer, calls } = show(routes);
    await userEvent.click(await alertSwitch('New sign-in'));
    await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(async () => expect((await alertSwitch('New sign-in')).checked).toBe(true));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(changes(calls)).toEqual([['new_login', false]]);
    // The line goes on behind it.
    answer({ [PUT]: saved });
    await userEvent.click(await alertSwitch('Funds run low'));
    await screen.findByText('E-mail is off for “Funds run low”');
  });
});

test('an address that is not verified: the link can be sent again; too often says so', async () => {
  const { answer, calls } = show({ [RESEND]: reply(202, { accepted: true }) }, testUser({ verified: false }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send the link again' }));
  await screen.findByText(/Sent to ines@halden.test/);
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  answer({ [RESEND]: reply(429, { message: 'Wait a minute', code: 'TOO_MANY_REQUESTS' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText('Wait a minute.');
});

test('what could not be loaded can be tried again', async () => {
  const { answer } = show({ [GET]: reply(500, { message: 'It broke', code: 'X', requestId: 'req_7' }) });
  await screen.findByText('Your alerts could not be loaded');
  expect(screen.getByText('req_7')).toBeTruthy();
  answer({ [GET]: SETTINGS });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await alertSwitch('New sign-in');
});
