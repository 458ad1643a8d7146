import type { SandboxCheckout } from '@ezdash/contracts';
import { fillIn } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer, calls, renderApp, userOf } from '../../testing/renderApp';

const ID = '0f8e2f6e-51a5-4f43-9a3c-1f2f0a6a9c11';
const PATH = `/payment/test?checkout=${ID}`;
const API = `/api/payment-test/${ID}`;
const RETURN = '/payment/result?payment=pay_17';

const checkoutOf = (change: Partial<SandboxCheckout> = {}): SandboxCheckout => ({
  id: ID,
  payment_id: 'pay_17',
  description: 'Deposit to the advertising account',
  amount_micros: 250_000_000,
  currency: 'EUR',
  state: 'open',
  scenario: null,
  return_url: `${window.location.origin}${RETURN}`,
  expires_at: '2026-11-22T14:30:00Z',
  ...change,
});
const answerWith = (change: Partial<SandboxCheckout>) => {
  const checkout = checkoutOf(change);
  return { checkout, return_url: checkout.return_url };
};
const refusal = (status: number, code: string) => () =>
  Response.json({ message: 'No', code, requestId: 'r1' }, { status });

const open = (answers: Record<string, Answer>, path = PATH) =>
  renderApp({ path, user: userOf('advertiser'), answers });
const sent = () =>
  calls.filter(({ call }) => call === `POST ${API}`).map(({ body }) => JSON.parse(body) as object);
const arrived = () => waitFor(() => expect(window.location.pathname + window.location.search).toBe(RETURN));

test('says what is paid for, that no money moves, and lists every outcome with what it does', async () => {
  await open({ [`GET ${API}`]: checkoutOf() });
  await screen.findByRole('heading', { level: 1, name: 'Pay €250.00' });
  screen.getByText('Test mode');
  screen.getByText(/No money moves/);
  screen.getByText('Deposit to the advertising account');
  screen.getByText('pay_17');
  const group = screen.getByRole('group', { name: 'What should come of it?' });
  const outcomes = within(group).getAllByRole('radio');
  expect(outcomes).toHaveLength(8);
  expect(within(group).getAllByRole('radio', { description: /\.$/ })).toHaveLength(8);
  screen.getByRole('radio', { name: 'Paid', checked: true });
  await waitFor(() => expect(document.title).toContain('Pay €250.00'));
});

test('plays an outcome from the keyboard and goes back to where it was begun', async () => {
  await open({ [`GET ${API}`]: checkoutOf(), [`POST ${API}`]: answerWith({ state: 'declined' }) });
  const user = userEvent.setup();
  (await screen.findByRole('radio', { name: 'Paid' })).focus();
  await user.keyboard('{ArrowDown}');
  screen.getByRole('radio', { name: 'Declined by the bank', checked: true });
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play this outcome' }));
  await user.keyboard('{Enter}');
  await arrived();
  expect(sent()).toEqual([{ outcome: 'declined' }]);
});

test.each([
  ['Approve', '3ds-passed', 'paid'],
  ['Refuse', '3ds-failed', 'declined'],
] as const)('asks for 3-D Secure in a second step: %s', async (name, outcome, state) => {
  const answers = [answerWith({ state: 'confirming', scenario: '3ds-passed' }), answerWith({ state })];
  await open({ [`GET ${API}`]: checkoutOf(), [`POST ${API}`]: () => Response.json(answers.shift()) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: '3-D Secure, passed' }));
  await user.click(screen.getByRole('button', { name: 'Play this outcome' }));
  const question = await screen.findByRole('heading', { level: 2, name: 'Your bank asks: is it you?' });
  expect(document.activeElement).toBe(question);
  screen.getByText(/Approve €250.00 to EzDash/);
  screen.getByText(/approve it/);
  expect(screen.queryByRole('group')).toBeNull();
  await user.click(screen.getByRole('button', { name }));
  await arrived();
  expect(sent()).toEqual([{ outcome: '3ds-passed' }, { outcome }]);
});

test('a charge of a stored card that asks begins with the question', async () => {
  await open({ [`GET ${API}`]: checkoutOf({ state: 'confirming' }) });
  await screen.findByRole('button', { name: 'Approve' });
  expect(screen.queryByText(/You chose/)).toBeNull();
});

test('replays by a number, and says what is no number for it', async () => {
  await open({ [`GET ${API}`]: checkoutOf(), [`POST ${API}`]: answerWith({ state: 'paid' }) });
  const user = userEvent.setup();
  const field = await screen.findByRole('textbox', { name: 'Number' });
  const replay = screen.getByRole('button', { name: 'Replay' });
  for (const wrong of ['', '-1', '4.5', '2147483648', 'seven']) {
    await user.clear(field);
    if (wrong !== '') await fillIn(field, wrong);
    await user.click(replay);
    screen.getByRole('textbox', { description: /Enter a whole number/ });
  }
  await user.clear(field);
  await fillIn(field, '2147483647');
  expect(screen.queryByRole('textbox', { description: /Enter a whole number/ })).toBeNull();
  await user.click(replay);
  await arrived();
  expect(sent()).toEqual([{ seed: 2_147_483_647 }]);
});

test.each([
  ['paid', 'paid', 'This test payment is paid'],
  ['declined', 'declined', 'This test payment was declined'],
  ['cancelled', 'cancelled', 'This test payment was cancelled'],
  ['expired', null, 'This test payment took too long'],
  ['confirming', 'late-webhook', 'This test payment is on its way'],
] as const)(
  'one that is %s (%s) takes nothing more and leads to the result',
  async (state, scenario, title) => {
    await open({ [`GET ${API}`]: checkoutOf({ state, scenario }) });
    await screen.findByRole('heading', { level: 2, name: title });
    expect(screen.queryByRole('group')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'To the result' }));
    await arrived();
  },
);

test('one that another tab has ended says so and shows how it stands', async () => {
  const read = [checkoutOf(), checkoutOf({ state: 'paid', scenario: 'paid' })];
  await open({
    [`GET ${API}`]: () => Response.json(read.length > 1 ? read.shift() : read[0]),
    [`POST ${API}`]: refusal(409, 'CHECKOUT_OVER'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Play this outcome' }));
  await screen.findByText(/ended elsewhere/);
  await screen.findByRole('heading', { name: 'This test payment is paid' });
});

test('what fails is said in place, and can be done again', async () => {
  const fails = [refusal(500, 'INTERNAL')(), Response.json(answerWith({ state: 'paid' }))];
  await open({ [`GET ${API}`]: checkoutOf(), [`POST ${API}`]: () => fails.shift() ?? Response.error() });
  const play = await screen.findByRole('button', { name: 'Play this outcome' });
  await userEvent.click(play);
  expect((await screen.findByRole('alert')).textContent).toContain('That was not done');
  await userEvent.click(play);
  await arrived();
});

test('one that is not there, or is somebody else’s, says so', async () => {
  await open({ [`GET ${API}`]: refusal(404, 'NO_SUCH_CHECKOUT') });
  await screen.findByRole('heading', { name: 'There is no such test payment' });
});

test('an address without a checkout says so, and asks nobody', async () => {
  await open({}, '/payment/test');
  await screen.findByRole('heading', { level: 1, name: 'There is no such test payment' });
  await waitFor(() => expect(document.title).toBe('Test payment - EzDash'));
  expect(calls.filter(({ call }) => call.includes('/api/payment-test/'))).toEqual([]);
});

test('where there is no sandbox the address leads nowhere', async () => {
  await open({});
  await screen.findByRole('heading', { level: 1, name: 'No such page' });
  expect(screen.queryByText('Test mode')).toBeNull();
});
