import type {
  AlertDeliveryAnswer,
  AlertSettings,
  AlertSettingsUpdate,
  AlertWebhook,
} from '@ezdash/contracts';
import { type Call, fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const GET = 'GET /api/settings/alerts';
const PUT = 'PUT /api/settings/alerts';
const RESEND = 'POST /api/auth/verify-email/resend';
const SETTINGS: AlertSettings = {
  email: 'ines@halden.test',
  alerts: [
    { event: 'campaign_approved', channels: { app: true, mail: true, webhook: true } },
    { event: 'campaign_paused', channels: { app: true, mail: false, webhook: true } },
    { event: 'funds_low', channels: { app: true, mail: true, webhook: true } },
    { event: 'new_login', channels: { app: true, mail: true, webhook: true } },
    { event: 'news_published', channels: { app: true, mail: false, webhook: true } },
  ],
};
const DELIVERY_PATH = '/api/settings/alerts/delivery';
const WEBHOOK_PATH = '/api/settings/alerts/webhook';
const DELIVERY: AlertDeliveryAnswer = {
  delivery: { digest: 'off', digest_at: '08:00', quiet_hours: null },
  timezone: 'Europe/Berlin',
};
const HOOK: AlertWebhook = {
  url: 'https://hooks.halden.test/alerts',
  secret_hint: 'x7Qa',
  created_at: '2026-11-01T08:00:00Z',
  last: null,
};
const saved = ({ body }: Call) => ({
  ...SETTINGS,
  alerts: SETTINGS.alerts.map((alert) => {
    const change = (body as AlertSettingsUpdate).alerts.find(({ event }) => event === alert.event);
    return { ...alert, channels: { ...alert.channels, ...change?.channels } };
  }),
});
const show = (routes: Record<string, unknown> = {}, user = testUser()) =>
  renderSettings(
    '/settings/alerts',
    {
      [GET]: SETTINGS,
      [PUT]: saved,
      [`GET ${DELIVERY_PATH}`]: DELIVERY,
      [`GET ${WEBHOOK_PATH}`]: { webhook: null },
      ...routes,
    },
    user,
  );
const alertSwitch = (event: string, channel = 'E-mail') =>
  screen.findByRole<HTMLInputElement>('switch', { name: `${event}: ${channel}` });
/** What is pasted goes nowhere in a field of hours and minutes. */
const setTime = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
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
  expect(headers).toHaveLength(9);
  expect([headers[0], headers[3], headers[5], headers[7]]).toEqual([
    'Campaigns',
    'Funds',
    'Account',
    'Support and news',
  ]);
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

describe('the channels', () => {
  test('are switched one by one: the others are not sent along', async () => {
    const { calls } = show({ [`GET ${WEBHOOK_PATH}`]: { webhook: HOOK } });
    await userEvent.click(await alertSwitch('Funds run low', 'In the app'));
    const webhook = await alertSwitch('Funds run low', 'Webhook');
    await waitFor(() => expect(webhook.disabled).toBe(false));
    await userEvent.click(webhook);
    await waitFor(() =>
      expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
        { alerts: [{ event: 'funds_low', channels: { app: false } }] },
        { alerts: [{ event: 'funds_low', channels: { webhook: false } }] },
      ]),
    );
    expect((await alertSwitch('News')).checked).toBe(false);
  });

  test('webhooks are closed until there is an address, and say why', async () => {
    show();
    const webhook = await alertSwitch('Funds run low', 'Webhook');
    expect(webhook.disabled).toBe(true);
    expect(webhook.checked).toBe(false);
    const described = (webhook.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'Webhook: set an address below first.',
    );
  });
});

describe('when they come', () => {
  const PUT_DELIVERY = `PUT ${DELIVERY_PATH}`;
  const panel = async () => within(await screen.findByRole('region', { name: 'When they come' }));
  const sent = (calls: Call[]) =>
    calls.filter(({ method, path }) => method === 'PUT' && path === DELIVERY_PATH).map(({ body }) => body);

  test('a digest at an hour and quiet hours over midnight are saved together', async () => {
    const { calls } = show({ [PUT_DELIVERY]: ({ body }: Call) => ({ ...DELIVERY, delivery: body }) });
    const form = await panel();
    await userEvent.click(await form.findByRole('radio', { name: 'One a day' }));
    setTime(form.getByLabelText('Sent at'), '17:30');
    await userEvent.click(form.getByRole('checkbox', { name: 'Quiet hours' }));
    setTime(form.getByLabelText('From'), '23:00');
    expect(form.getByText('Times are those of Europe/Berlin.')).toBeTruthy();
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Times saved');
    expect(sent(calls)).toEqual([
      { digest: 'daily', digest_at: '17:30', quiet_hours: { from: '23:00', to: '07:00' } },
    ]);
  });

  test('times that do not fit are said at their field and not sent', async () => {
    const { calls } = show({
      [`GET ${DELIVERY_PATH}`]: {
        ...DELIVERY,
        delivery: { digest: 'daily', digest_at: '06:15', quiet_hours: { from: '22:00', to: '06:00' } },
      },
    });
    const form = await panel();
    setTime(await form.findByLabelText('To'), '22:00');
    setTime(form.getByLabelText('Sent at'), '');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('End and begin must differ');
    expect(form.getByText('Enter a time such as 22:00')).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  test('a failing save says so and keeps what was chosen', async () => {
    show({ [PUT_DELIVERY]: reply(503, { message: '', code: 'X', requestId: 'req_9' }) });
    const form = await panel();
    await userEvent.click(await form.findByRole('radio', { name: 'One a day' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    const alert = await form.findByRole('alert');
    expect(alert.textContent).toContain('The times were not saved.');
    expect(alert.textContent).toContain('req_9');
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'One a day' }).checked).toBe(true);
  });

  test('who is told of sign-ins alone has nothing to choose', async () => {
    show({ [GET]: { ...SETTINGS, alerts: SETTINGS.alerts.filter(({ event }) => event === 'new_login') } });
    await screen.findByRole('region', { name: 'Webhook' });
    expect(screen.queryByRole('region', { name: 'When they come' })).toBeNull();
  });
});

describe('the webhook', () => {
  const SET = `PUT ${WEBHOOK_PATH}`;
  const TEST = `POST ${WEBHOOK_PATH}/test`;
  const SECRET = 'whsec_0123456789abcdefx7Qa';
  const panel = async () => within(await screen.findByRole('region', { name: 'Webhook' }));

  test('an address is set, its secret shown once, and the switches open', async () => {
    const { answer, calls } = show({ [SET]: { webhook: HOOK, secret: SECRET } });
    const form = await panel();
    await fillIn(await form.findByLabelText('Address'), ` ${HOOK.url} `);
    answer({ [`GET ${WEBHOOK_PATH}`]: { webhook: HOOK } });
    await userEvent.click(form.getByRole('button', { name: 'Set address' }));
    const secret = await form.findByText(SECRET);
    // The button that was pressed is gone: the focus is where the secret stands.
    await waitFor(() => expect(document.activeElement?.contains(secret)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ url: HOOK.url });
    await userEvent.click(form.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(SECRET)).toBeNull();
    expect(await form.findByText(HOOK.url)).toBeTruthy();
    expect(form.getByText('whsec_…x7Qa')).toBeTruthy();
    expect(form.getByText('None yet')).toBeTruthy();
    await waitFor(async () => expect((await alertSwitch('Funds run low', 'Webhook')).disabled).toBe(false));
  });

  test('a refused address says why at its field', async () => {
    show({
      [SET]: reply(422, {
        message: 'Check the marked fields',
        code: 'VALIDATION_FAILED',
        errors: { url: ['This leads to a network that is not public'] },
      }),
    });
    const form = await panel();
    await userEvent.click(await form.findByRole('button', { name: 'Set address' }));
    await form.findByText('Enter the address of your program');
    await fillIn(form.getByLabelText('Address'), 'https://10.0.0.1/');
    await userEvent.click(form.getByRole('button', { name: 'Set address' }));
    await form.findByText('This leads to a network that is not public');
    expect(form.getByLabelText<HTMLInputElement>('Address').value).toBe('https://10.0.0.1/');
  });

  test('of the newest call it says whether it was answered', async () => {
    const last = { at: '2026-11-20T10:00:00Z', ok: true, status: 200, error: null, gave_up: false };
    show({ [`GET ${WEBHOOK_PATH}`]: { webhook: { ...HOOK, last } } });
    const form = await panel();
    expect((await form.findByText('Answered')).closest('dd')?.textContent).toMatch(/Answered.*with 200/);
    expect(form.queryByText('Active')).toBeNull();
  });

  test('a test says what the address answered', async () => {
    const { answer } = show({
      [`GET ${WEBHOOK_PATH}`]: { webhook: HOOK },
      [TEST]: { ok: true, status: 204, error: null, duration_ms: 87 },
    });
    const form = await panel();
    await userEvent.click(await form.findByRole('button', { name: 'Send a test' }));
    await form.findByText('The address answered 204 after 87 ms.');
    answer({ [TEST]: { ok: false, status: null, error: 'timeout', duration_ms: 10_000 } });
    await userEvent.click(form.getByRole('button', { name: 'Send a test' }));
    await form.findByText('The test failed. It did not answer within 10 seconds.');
    answer({ [TEST]: reply(429, { message: 'Too many tries. Wait a minute', code: 'TOO_MANY_REQUESTS' }) });
    await userEvent.click(form.getByRole('button', { name: 'Send a test' }));
    await waitFor(async () =>
      expect((await form.findByRole('alert')).textContent).toContain('The test was not sent.'),
    );
  });

  test('what was given up stays to be seen, with the newest answer', async () => {
    const last = { at: '2026-11-16T12:00:00Z', ok: false, status: 500, error: 'status', gave_up: true };
    show({ [`GET ${WEBHOOK_PATH}`]: { webhook: { ...HOOK, last } } });
    const form = await panel();
    expect((await form.findByRole('alert')).textContent).toContain('An alert could not be delivered.');
    expect(form.getByText('Failed')).toBeTruthy();
    expect(form.getByText('It answered 500.')).toBeTruthy();
  });

  test('removing asks first; the form is back then', async () => {
    const { answer, calls } = show({
      [`GET ${WEBHOOK_PATH}`]: { webhook: HOOK },
      [`DELETE ${WEBHOOK_PATH}`]: reply(204),
    });
    const form = await panel();
    await userEvent.click(await form.findByRole('button', { name: 'Remove' }));
    const question = within(await screen.findByRole('dialog', { name: 'Remove the address?' }));
    answer({ [`GET ${WEBHOOK_PATH}`]: { webhook: null } });
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await form.findByRole('button', { name: 'Set address' });
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('what could not be loaded leaves the rest of the page alone', async () => {
    show({ [`GET ${WEBHOOK_PATH}`]: reply(500, { message: 'It broke', code: 'X' }) });
    await screen.findByText('The webhook could not be loaded');
    expect((await alertSwitch('Funds run low')).checked).toBe(true);
  });
});
