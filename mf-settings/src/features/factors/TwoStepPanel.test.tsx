import type { FactorList } from '@ezdash/contracts';
import { fillIn, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../../testing/renderSettings';
import { factors, provedFirst, signInRoutes } from '../../testing/settingsRoutes';

const BEGIN = 'POST /api/settings/factors/totp';
const CONFIRM = 'POST /api/settings/factors/totp/confirm';
const RENEW = 'POST /api/settings/factors/recovery-codes';
const END = 'DELETE /api/settings/factors/totp';
const CODES = Array.from({ length: 10 }, (_, i) => `aaaa${i}-bbbb${i}`);
const SETUP = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauth_url: 'otpauth://totp/EzDash:ines%40halden.test?secret=JBSWY3DPEHPK3PXP&issuer=EzDash',
};
const ON = { totp: { enabled_at: '2026-11-02T09:30:00Z' }, recovery_codes_left: 8 };

function show(routes: StubRoutes = {}, start: Partial<FactorList> = {}) {
  const lists = { factors: factors(start) };
  const view = renderSettings('/settings/password', { ...signInRoutes(lists), ...routes });
  return { ...view, lists };
}
const panel = async () => within(await screen.findByRole('region', { name: 'Two-step verification' }));
const press = async (name: string) => userEvent.click(await (await panel()).findByRole('button', { name }));
const inDialog = async (title: string, button: string) =>
  userEvent.click(
    await within(await screen.findByRole('dialog', { name: title })).findByRole('button', { name: button }),
  );

test('set up: scan or type, confirm a code, keep the recovery codes', async () => {
  const { calls, lists } = show({
    [BEGIN]: SETUP,
    [CONFIRM]: () => {
      lists.factors = factors(ON);
      return { recovery_codes: CODES };
    },
  });
  await press('Set up with an app');
  const title = await screen.findByRole('heading', { name: 'Add the account to your app' });
  expect(document.activeElement).toBe(title);
  const picture = screen.getByRole('img', { name: /QR code/ });
  expect(picture.querySelector('path')?.getAttribute('d')).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  // Ink on white whatever the theme.
  expect(picture.closest('[data-scheme="light"]')).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await fillIn(screen.getByLabelText('Code from the app'), '123 456');
  await press('Turn on');
  const codes = await screen.findByRole('heading', { name: 'Your recovery codes' });
  expect(document.activeElement).toBe(codes);
  expect(calls.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ code: '123456' });
  expect(screen.getAllByText(/^aaaa\d-bbbb\d$/)).toHaveLength(10);
  await press('I have kept them');
  const state = await (await panel()).findByText(/On since 2 Nov/);
  expect(screen.queryByText('aaaa0-bbbb0')).toBeNull();
  expect((await panel()).getByText(/8 of 10 recovery codes are left/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(state.closest('p')));
});

test('a wrong code goes to its field; the set-up can be left', async () => {
  const errors = { code: ['The code is not right. Codes change every 30 seconds'] };
  const { calls } = show({
    [BEGIN]: SETUP,
    [CONFIRM]: reply(422, { message: 'x', code: 'WRONG_CODE', errors, requestId: 'r' }),
  });
  await press('Set up with an app');
  const code = await screen.findByLabelText('Code from the app');
  await fillIn(code, '12345');
  await press('Turn on');
  expect(await screen.findByText('Enter the six digits that the app shows')).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/confirm'))).toBe(false);
  await userEvent.type(code, '6');
  await press('Turn on');
  expect(await screen.findByText(/The code is not right/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(code));
  await press('Cancel');
  const begin = await (await panel()).findByRole('button', { name: 'Set up with an app' });
  await waitFor(() => expect(document.activeElement).toBe(begin));
});

test('a set-up that is too old is begun again', async () => {
  let begun = 0;
  show({
    [BEGIN]: () => {
      begun += 1;
      return { ...SETUP, secret: `AAAABBBBCCCC000${begun}` };
    },
    [CONFIRM]: reply(409, { message: 'The set-up is too old', code: 'NO_SETUP', requestId: 'r' }),
  });
  await press('Set up with an app');
  await fillIn(await screen.findByLabelText('Code from the app'), '123456');
  await press('Turn on');
  expect((await screen.findByRole('alert')).textContent).toContain('The set-up is too old');
  await press('Start again');
  expect(await screen.findByText('AAAA BBBB CCCC 0002')).toBeTruthy();
});

test('new codes ask first, and a proof when the last is too old; the page keeps its place', async () => {
  const { route, confirm } = provedFirst({ recovery_codes: CODES });
  const { calls } = show({ [RENEW]: route, 'POST /api/auth/confirm-password': confirm }, ON);
  await press('Make new recovery codes');
  await inDialog('Make new recovery codes?', 'Make new recovery codes');
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await userEvent.type(dialog.getByLabelText('Password', { selector: 'input' }), 'right{Enter}');
  expect(await screen.findByText('aaaa0-bbbb0')).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith('/recovery-codes'))).toHaveLength(2);
});

test('turned off after a question, with the focus on the way back in', async () => {
  const { lists } = show(
    {
      [END]: () => {
        lists.factors = factors();
        return reply(204);
      },
    },
    ON,
  );
  await press('Turn off');
  await inDialog('Turn off two-step verification?', 'Keep as it is');
  expect((await panel()).getByText(/On since/)).toBeTruthy();
  await press('Turn off');
  await inDialog('Turn off two-step verification?', 'Turn off');
  expect(await screen.findByText('Two-step verification is off')).toBeTruthy();
  const begin = await (await panel()).findByRole('button', { name: 'Set up with an app' });
  await waitFor(() => expect(document.activeElement).toBe(begin));
});

test('few codes left are a reason to make new ones; none has words of its own', async () => {
  show({}, { ...ON, recovery_codes_left: 1 });
  expect(await screen.findByText(/One of 10 recovery codes is left. Make new ones/)).toBeTruthy();
});

test('what failed is said in the panel, and what could not be loaded can be tried again', async () => {
  const { answer } = show({
    'GET /api/settings/factors': reply(503, { message: 'The database is away', code: 'X', requestId: 'q' }),
  });
  expect(await (await panel()).findByText('Two-step verification could not be loaded')).toBeTruthy();
  answer({ ...signInRoutes(), [BEGIN]: reply(429, { message: 'Try again in a minute', code: 'Y' }) });
  await press('Try again');
  await press('Set up with an app');
  const alert = await (await panel()).findByRole('alert');
  expect(alert.textContent).toContain('The set-up was not started');
  expect(alert.textContent).toContain('Try again in a minute');
});

test('the codes are copied, and saved as a text', async () => {
  const user = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saved: string[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      void blob.text().then((text) => saved.push(text));
      return 'blob:codes';
    },
    revokeObjectURL: () => undefined,
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  show({ [RENEW]: { recovery_codes: CODES } }, ON);
  await user.click(await (await panel()).findByRole('button', { name: 'Make new recovery codes' }));
  await inDialog('Make new recovery codes?', 'Make new recovery codes');
  await user.click(await screen.findByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(copied).toHaveBeenCalledWith(CODES.join('\n'));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(saved[0]).toContain(`ines@halden.test`));
  expect(saved[0]).toContain(CODES.join('\n'));
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
});
