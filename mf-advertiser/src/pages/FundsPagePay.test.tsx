import type { Funds } from '@ezdash/contracts';
import {
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { currentProof, page } from '@ezdash/store';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../App';
import en from '../locales/en.json';
import {
  depositLine,
  kept,
  makeFunds,
  makeLine,
  makeLines,
  makePayment,
  makePromo,
  makeTopUp,
  makeWay,
} from '../testing/fundsData';

const FUNDS = 'GET /api/advertiser/funds';
const LINES = 'GET /api/advertiser/transactions';
const DEPOSIT = 'POST /api/advertiser/deposits';
const PREVIEW = 'POST /api/advertiser/promo-codes/preview';

const basics = (funds: Funds = makeFunds()): StubRoutes => ({
  [FUNDS]: funds,
  [LINES]: makeLines([makeLine(), depositLine]),
  'GET /api/documents': { documents: [], next: null },
  'GET /api/advertiser/promo-codes': { promo_codes: [] },
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, path = '/advertiser/funds', user = testUser()): RenderedRemote {
  rendered = renderRemote(<App />, {
    path,
    user,
    routes: { ...basics(), ...routes },
    texts: { advertiser: en },
  });
  return rendered;
}
let gone: string[] = [];
beforeEach(() => {
  gone = [];
  sessionStorage.clear();
  jest.spyOn(page, 'go').mockImplementation((url) => void gone.push(url));
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

const posts = (remote: RenderedRemote, path: string) =>
  remote.calls.filter((call) => call.path === path && call.method === 'POST');
const amountField = () => screen.findByLabelText('Amount', { selector: 'input' });
/** The person proves who they are in the dialog over the page, or (null) does not want to. */
const answerProof = async (until: number | null = Date.now() + 300_000) => {
  await waitFor(() => expect(currentProof()).not.toBeNull());
  act(() => currentProof()?.answer(until));
};
/** What the server says until a recent proof was given, then `answer`. */
function afterProof(answer: unknown) {
  let asked = false;
  return () => {
    if (asked) return answer;
    asked = true;
    return reply(403, { code: 'REAUTH_REQUIRED', message: 'Confirm that it is you' });
  };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const setAmount = async (text: string) => {
  const field = await amountField();
  await userEvent.clear(field);
  await fillIn(field, text);
};

describe('paying in', () => {
  test('goes to the gateway’s page with the browser’s id', async () => {
    const remote = show({ [DEPOSIT]: reply(201, makePayment()) });
    await press('$500');
    await press('Pay $500.00');
    await waitFor(() => expect(gone).toEqual(['https://pay.stripe.test/c/1']));
    const pay = await screen.findByRole('button', { name: 'Pay $500.00' });
    expect(pay.getAttribute('aria-busy')).toBe('true');
    // The browser's way back shows the page as it was left.
    const back = Object.assign(new Event('pageshow'), { persisted: true });
    act(() => void window.dispatchEvent(back));
    expect(pay.getAttribute('aria-busy')).toBeNull();
    expect(posts(remote, '/api/advertiser/deposits')[0]?.body).toEqual({
      deposit_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      amount_micros: 500_000_000,
      gateway: 'stripe',
      method_id: null,
      promo_code: null,
    });
  });

  test('after a network that failed the same id is sent, and another one for another amount', async () => {
    const remote = show({ [DEPOSIT]: reply(0) });
    await press('Pay $1,000.00');
    expect(await screen.findByText(/nothing is charged twice/)).toBeTruthy();
    remote.unmount();
    // A reload: what the tab keeps is all that is left.
    const again = show({
      [DEPOSIT]: reply(502, { code: 'GATEWAY_FAILED', message: 'Stripe does not answer' }),
    });
    await press('Pay $1,000.00');
    expect(await screen.findByText(/Stripe does not answer/)).toBeTruthy();
    again.answer({ [DEPOSIT]: reply(201, makePayment()) });
    await press('Pay $1,000.00');
    await waitFor(() => expect(gone).toHaveLength(1));
    const ids = [...remote.calls, ...again.calls]
      .filter(({ path }) => path === '/api/advertiser/deposits')
      .map(({ body }) => (body as { deposit_id: string }).deposit_id);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
    again.unmount();
    const next = show({ [DEPOSIT]: reply(201, makePayment()) });
    await press('Pay $1,000.00');
    await waitFor(() => expect(gone).toHaveLength(2));
    const last = posts(next, '/api/advertiser/deposits').at(-1)?.body as { deposit_id: string };
    expect(ids).not.toContain(last.deposit_id);
  });

  test('with a kept method leads to the result, its fee in the sum', async () => {
    const ways = [makeWay({ methods: [kept], fee_bps: 290, fee_micros: 300_000 })];
    const remote = show({
      [FUNDS]: makeFunds({ ways }),
      [DEPOSIT]: reply(201, makePayment({ state: 'completed', next: null })),
    });
    expect(await screen.findByText('Fee 2.90% and $0.30')).toBeTruthy();
    await press('Pay $1,029.30');
    await waitFor(() => expect(remote.address()).toBe('/payment/result?payment=pay_2s8'));
    expect(posts(remote, '/api/advertiser/deposits')[0]?.body).toMatchObject({ method_id: kept.id });
    expect(gone).toEqual([]);
  });

  test.each([
    ['50', 'At least $100.'],
    ['200000', 'At most $100,000.'],
    ['', 'Enter an amount'],
    ['100.005', 'Enter whole cents.'],
  ])('an amount of “%s” is told at its field', async (text, problem) => {
    const remote = show();
    const field = await amountField();
    await userEvent.clear(field);
    if (text) await fillIn(field, text);
    await press(/^Pay/);
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(posts(remote, '/api/advertiser/deposits')).toEqual([]);
  });

  test('a refusal of the server stands at its field', async () => {
    show({
      [DEPOSIT]: reply(422, {
        code: 'VALIDATION',
        message: 'Look at the fields',
        errors: { amount_micros: ['Too much for one day'] },
      }),
    });
    await press('Pay $1,000.00');
    expect(await screen.findByText('Too much for one day')).toBeTruthy();
  });

  test('where a recent proof is asked for, it goes on once it is given, as the same deposit', async () => {
    const ways = [makeWay({ methods: [kept] })];
    const remote = show({
      [FUNDS]: makeFunds({ ways }),
      [DEPOSIT]: afterProof(reply(201, makePayment({ state: 'completed', next: null }))),
    });
    await press('$2,500');
    await press('Pay $2,500.00');
    await answerProof();
    await waitFor(() => expect(remote.address()).toBe('/payment/result?payment=pay_2s8'));
    const [first, second, ...others] = posts(remote, '/api/advertiser/deposits').map(({ body }) => body);
    expect(first).toMatchObject({ amount_micros: 2_500_000_000, method_id: kept.id });
    expect([second, others]).toEqual([first, []]);
  });

  test('a proof that is not given leaves the form as it was, with nothing said', async () => {
    const remote = show({
      [FUNDS]: makeFunds({ ways: [makeWay({ methods: [kept] })] }),
      [DEPOSIT]: reply(403, { code: 'REAUTH_REQUIRED', message: 'Confirm that it is you' }),
    });
    await press('$2,500');
    await press('Pay $2,500.00');
    await answerProof(null);
    const pay = await screen.findByRole('button', { name: 'Pay $2,500.00' });
    await waitFor(() => expect(pay.getAttribute('aria-busy')).toBeNull());
    expect(posts(remote, '/api/advertiser/deposits')).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(remote.address()).toBe('/advertiser/funds');
  });

  test('is held for an account that is not active, with the reason', async () => {
    show({}, '/advertiser/funds', testUser({ status: 'suspended' }));
    const button = await screen.findByRole('button', { name: 'Pay $1,000.00' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(/Your account is suspended/).length).toBeGreaterThan(0);
  });

  test('where no way is set up it says so', async () => {
    show({ [FUNDS]: makeFunds({ ways: [] }) });
    expect(await screen.findByText('No way to pay is set up')).toBeTruthy();
  });
});

describe('a promo code', () => {
  const ok = { ok: true, promo: makePromo(), bonus_micros: 100_000_000 };

  test('that is left by pressing Pay is not looked up before the press is over: the button stays under it', async () => {
    show({ [PREVIEW]: ok });
    await fillIn(await amountField(), '500');
    const code = screen.getByRole('textbox', { name: 'Promo code' });
    await fillIn(code, 'WINTER10');
    fireEvent.mouseDown(screen.getByRole('button', { name: /^Pay/ }));
    fireEvent.blur(code);
    expect(screen.queryByText('Looking it up')).toBeNull();
    fireEvent.mouseUp(document.body);
    expect(await screen.findByText(/^Adds /)).toBeTruthy();
  });
  const codeField = () => screen.findByLabelText('Promo code', { selector: 'input' });
  const enter = async (code: string) => fillIn(await codeField(), `${code}`);

  test('that is listed is chosen, says what it adds, and goes along', async () => {
    const remote = show({
      'GET /api/advertiser/promo-codes': { promo_codes: [makePromo()] },
      [PREVIEW]: ok,
      [DEPOSIT]: reply(201, makePayment()),
    });
    const offer = await screen.findByRole('button', { name: /WINTER10/ });
    expect(offer.textContent).toBe(
      'WINTER1010% on top of a deposit of at least $100, at most $500, until 31 Dec',
    );
    await userEvent.click(offer);
    expect(await screen.findByText('Adds 10% of the deposit: $100.00.')).toBeTruthy();
    expect(screen.getByText('Bonus, WINTER10').closest('div')?.textContent).toContain('+$100.00');
    expect(screen.getByText('Balance after').closest('div')?.textContent).toContain('$5,318.40');
    await press('Pay $1,000.00');
    await waitFor(() => expect(gone).toHaveLength(1));
    expect(posts(remote, '/api/advertiser/deposits')[0]?.body).toMatchObject({ promo_code: 'WINTER10' });
  });

  test('is asked about again when the amount changes', async () => {
    const remote = show({ [PREVIEW]: ok });
    await enter('winter10');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Adds 10% of the deposit: $100.00.');
    await setAmount('300');
    await waitFor(() =>
      expect(posts(remote, '/api/advertiser/promo-codes/preview').at(-1)?.body).toEqual({
        code: 'WINTER10',
        amount_micros: 300_000_000,
      }),
    );
  });

  test.each([
    ['unknown', {}, 'There is no such code.'],
    ['inactive', {}, 'This code is not in use.'],
    ['not-started', { at: '2026-12-01T00:00:00Z' }, 'This code holds from 1 Dec, 00:00 UTC on.'],
    ['expired', { at: '2026-11-01T00:00:00Z' }, 'This code expired on 1 Nov, 00:00 UTC.'],
    ['exhausted', { limit: 500 }, 'This code could be used 500 times and is used up.'],
    ['used-already', { limit: 1 }, 'You have used this code already.'],
    ['not-for-this-account', {}, 'This code is not for your account.'],
    ['new-accounts-only', {}, 'This code is for a first deposit, and you have made one.'],
    ['currency', { currency: 'EUR' }, 'This code is for deposits in EUR.'],
    ['below-minimum', { minimum_micros: 2_500_000_000 }, 'This code takes a deposit of at least $2,500.'],
    ['needs-deposit', { minimum_micros: 0 }, 'This code adds to a deposit: enter an amount.'],
  ])('refused as %s says why, and does not go along', async (reason, params, text) => {
    const remote = show({ [PREVIEW]: { ok: false, reason, params } });
    await enter('NOPE10');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    await press('Pay $1,000.00');
    await waitFor(async () => expect((await codeField()).getAttribute('aria-invalid')).toBe('true'));
    expect(posts(remote, '/api/advertiser/deposits')).toEqual([]);
  });

  test('that is a bonus by itself is redeemed without a deposit, once', async () => {
    const remote = show({
      [PREVIEW]: { ok: false, reason: 'needs-no-deposit', params: { bonus_micros: 25_000_000 } },
      'POST /api/advertiser/promo-codes/redeem': reply(0),
    });
    await enter('GIFT25');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/adds \$25 by itself/)).toBeTruthy();
    await press('Redeem');
    expect(await screen.findByText('The code was not redeemed.')).toBeTruthy();
    remote.answer({
      'POST /api/advertiser/promo-codes/redeem': reply(201, { code: 'GIFT25', bonus_micros: 25_000_000 }),
    });
    await press('Redeem');
    expect(await screen.findByText('GIFT25 added $25.00 to your bonus')).toBeTruthy();
    const ids = posts(remote, '/api/advertiser/promo-codes/redeem').map(
      ({ body }) => (body as { use_id: string }).use_id,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(((await codeField()) as HTMLInputElement).value).toBe('');
  });

  test('that could not be looked up is tried again', async () => {
    const remote = show({ [PREVIEW]: reply(429, { code: 'RATE', message: 'Try again in an hour.' }) });
    await enter('GIFT25');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/Try again in an hour/)).toBeTruthy();
    remote.answer({ [PREVIEW]: ok });
    await press('Try again');
    expect(await screen.findByText('Adds 10% of the deposit: $100.00.')).toBeTruthy();
  });
});

describe('the automatic top-up', () => {
  const SAVE = 'PUT /api/advertiser/auto-top-up';
  const ways = [makeWay({ methods: [kept] })];
  const panel = async () => within(await screen.findByRole('region', { name: 'Automatic top-up' }));
  const drawer = async () => within(await screen.findByRole('dialog', { name: 'Automatic top-up' }));

  test('takes a kept method', async () => {
    show();
    expect((await panel()).getByRole('link', { name: 'Add one' }).getAttribute('href')).toBe(
      '/settings/payment-methods',
    );
  });

  test('is set up, its figures from the last week', async () => {
    const remote = show({ [FUNDS]: makeFunds({ ways }), [SAVE]: makeTopUp() });
    await userEvent.click((await panel()).getByRole('button', { name: 'Set it up' }));
    const form = await drawer();
    const below = form.getByLabelText('When the balance falls below');
    expect((below as HTMLInputElement).value).toBe('700.00');
    await userEvent.clear(below);
    await fillIn(below, '5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('At least $10.')).toBeTruthy();
    await userEvent.clear(below);
    await fillIn(below, '250');
    remote.answer({ [FUNDS]: makeFunds({ ways, auto_top_up: makeTopUp() }) });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('When the balance falls below $100, Visa 4242 is charged $500.'),
    ).toBeTruthy();
    expect(remote.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      enabled: true,
      below_micros: 250_000_000,
      amount_micros: 4_900_000_000,
      month_most_micros: 24_500_000_000,
      method_id: kept.id,
    });
  });

  test('asks for a recent proof over the form, which keeps what was entered', async () => {
    const refusal = reply(403, { code: 'REAUTH_REQUIRED', message: 'Confirm that it is you' });
    const remote = show({ [FUNDS]: makeFunds({ ways }), [SAVE]: refusal });
    await userEvent.click((await panel()).getByRole('button', { name: 'Set it up' }));
    const form = await drawer();
    const below = form.getByLabelText('When the balance falls below');
    await userEvent.clear(below);
    await fillIn(below, '250');
    const save = form.getByRole('button', { name: 'Save' });
    await userEvent.click(save);
    await answerProof(null);
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull());
    expect((below as HTMLInputElement).value).toBe('250.00');
    expect(screen.queryByText('It was not saved.')).toBeNull();
    remote.answer({ [SAVE]: afterProof(makeTopUp()) });
    await userEvent.click(save);
    await answerProof();
    expect(await screen.findByText('The automatic top-up is on')).toBeTruthy();
    const sent = remote.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toHaveLength(3);
    for (const body of sent)
      expect(body).toMatchObject({ below_micros: 250_000_000, amount_micros: 4_900_000_000 });
  });

  test.each([
    ['declined', /declined several times in a row/],
    ['month-most', /most for this month is reached/],
    ['method-gone', /is not there any more/],
  ] as const)('that stands still (%s) says why', async (stopped, text) => {
    show({ [FUNDS]: makeFunds({ ways, auto_top_up: makeTopUp({ stopped }) }) });
    expect((await panel()).getByText(text)).toBeTruthy();
  });

  test('is stopped after a question', async () => {
    const remote = show({
      [FUNDS]: makeFunds({ ways, auto_top_up: makeTopUp() }),
      'DELETE /api/advertiser/auto-top-up': reply(204),
    });
    await userEvent.click((await panel()).getByRole('button', { name: 'Stop' }));
    const question = within(await screen.findByRole('dialog', { name: 'Stop the automatic top-up?' }));
    remote.answer({ [FUNDS]: makeFunds({ ways }) });
    await userEvent.click(question.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByText(/^Off\. When the balance falls/)).toBeTruthy();
  });

  test('is stopped only with a recent proof, where the server wants one', async () => {
    const remote = show({
      [FUNDS]: makeFunds({ ways, auto_top_up: makeTopUp() }),
      'DELETE /api/advertiser/auto-top-up': afterProof(reply(204)),
    });
    await userEvent.click((await panel()).getByRole('button', { name: 'Stop' }));
    const question = within(await screen.findByRole('dialog', { name: 'Stop the automatic top-up?' }));
    await userEvent.click(question.getByRole('button', { name: 'Stop' }));
    await answerProof();
    expect(await screen.findByText('The automatic top-up is stopped')).toBeTruthy();
    expect(remote.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });
});
