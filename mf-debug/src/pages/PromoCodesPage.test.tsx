import type { OperatorPromoCode, OperatorPromoCodeList } from '@ezdash/contracts';
import { fillIn, renderRemote, reply, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { currentProof } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../locales/en.json';
import { PromoCodesPage } from './PromoCodesPage';

const promo = (given: Partial<OperatorPromoCode> = {}): OperatorPromoCode => ({
  id: 'pc_1',
  code: 'WELCOME10',
  name: 'Ten percent',
  description: '',
  discount_type: 'percentage',
  discount_value: 10,
  is_active: true,
  is_public: true,
  is_expired: false,
  is_not_started: false,
  is_usage_exhausted: false,
  usage_count: 5,
  usage_limit: 200,
  usage_percentage: 2.5,
  minimum_amount: 100,
  minimum_amount_currency: 'USD',
  valid_from: null,
  valid_until: '2026-12-31T00:00:00.000Z',
  creator: 'Mara Okafor',
  bonus_most_micros: 500_000_000,
  per_account_limit: 1,
  new_accounts_only: false,
  account_types: [],
  account: null,
  given_micros: 120_000_000,
  deposited_micros: 1_200_000_000,
  ...given,
});
const list = (...data: OperatorPromoCode[]): OperatorPromoCodeList => ({
  data,
  total: data.length,
  active_count: data.filter(({ is_active, is_expired }) => is_active && !is_expired).length,
  expired_count: data.filter(({ is_expired }) => is_expired).length,
  exhausted_count: 0,
});
const LIST = 'GET /api/operator/promo-codes';
const CREATE = 'POST /api/operator/promo-codes';
const CHANGE = 'PUT /api/operator/promo-codes/pc_1';

const show = (routes: StubRoutes) =>
  renderRemote(<PromoCodesPage />, {
    path: '/admin/promo-codes',
    user: testUser({ role: 'admin' }),
    routes,
    texts: { debug: en },
  });
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

test('lists codes with what they give, and tells what can be used from what cannot', async () => {
  show({
    [LIST]: list(
      promo(),
      promo({
        id: 'pc_2',
        code: 'OLD50',
        discount_type: 'fixed_amount',
        discount_value: 50,
        is_expired: true,
        usage_limit: null,
        minimum_amount: null,
        given_micros: 0,
      }),
    ),
  });
  const row = within(await screen.findByRole('row', { name: /WELCOME10/ }));
  row.getByText('adds 10% of a deposit of at least $100.00, at most $500.00');
  row.getByText('5 of 200');
  row.getByText('$120.00');
  const old = within(screen.getByRole('row', { name: /OLD50/ }));
  old.getByText('adds $50.00 to a deposit');
  old.getByText('Expired');
  screen.getByText('1 expired');
  await userEvent.click(screen.getByRole('radio', { name: 'In use' }));
  expect(screen.queryByText('OLD50')).toBeNull();
});

test('makes a code, and says beforehand exactly what it will do', async () => {
  const { calls } = show({ [LIST]: list(promo()), [CREATE]: promo({ id: 'pc_9', code: 'AUTUMN' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'New promo code' }));
  const form = await dialog('New promo code');
  await userEvent.click(form.getByRole('button', { name: 'Create code' }));
  form.getByText('Give it a name');
  await fillIn(form.getByLabelText(/^Code/), 'autumn');
  await fillIn(form.getByLabelText(/^Name/), 'Autumn');
  await userEvent.clear(form.getByLabelText('Percent of the deposit'));
  await fillIn(form.getByLabelText('Percent of the deposit'), '12.5');
  await fillIn(form.getByLabelText(/^Bonus at most/), '300');
  await fillIn(form.getByLabelText(/^Deposit of at least/), '250');
  await fillIn(form.getByLabelText(/^Uses in all/), '500');
  form.getByText(
    'It adds 12.50% of a deposit of at least $250.00, at most $300.00: once an account, 500 times in all.',
  );
  await userEvent.click(form.getByRole('button', { name: 'Create code' }));
  await screen.findByText('AUTUMN is made');
  const sent = calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({
    code: 'AUTUMN',
    discount_type: 'percentage',
    discount_value: 12.5,
    bonus_most_micros: 300_000_000,
    minimum_amount: 250,
    usage_limit: 500,
    per_account_limit: 1,
  });
});

test('keeps code and kind of what was used, and shows what the server says at its field', async () => {
  const refusal = {
    message: 'Check what you entered',
    code: 'INVALID_INPUT',
    errors: { usage_limit: ['It was used 5 times already'] },
    requestId: 'r1',
  };
  show({ [LIST]: list(promo()), [CHANGE]: reply(422, refusal) });
  await userEvent.click(await screen.findByRole('button', { name: 'WELCOME10' }));
  const form = await dialog('Change WELCOME10');
  expect((form.getByLabelText(/^Code/) as HTMLInputElement).disabled).toBe(true);
  expect((form.getByRole('radio', { name: /An amount/ }) as HTMLInputElement).matches(':disabled')).toBe(
    true,
  );
  await fillIn(form.getByLabelText(/^Uses in all/), '3');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('It was used 5 times already');
});

test('asks for a proof where the server wants one, and goes on', async () => {
  let tries = 0;
  const answer = () => {
    tries += 1;
    const refusal = { message: 'Confirm that it is you to go on', code: 'REAUTH_REQUIRED', requestId: 'r' };
    return tries === 1 ? reply(403, refusal) : reply(200, promo({ is_active: false }));
  };
  show({ [LIST]: list(promo()), [CHANGE]: answer });
  await userEvent.click(await screen.findByRole('button', { name: /WELCOME10/, expanded: false }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  await waitFor(() => expect(currentProof()).not.toBeNull());
  currentProof()?.answer(Date.now() + 300_000);
  await screen.findByText('WELCOME10 cannot be used any more');
  expect(tries).toBe(2);
});

test('says what the place is for when there is nothing, and why when it failed', async () => {
  const { unmount } = show({ [LIST]: list() });
  await screen.findByText('No promo code yet');
  unmount();
  show({ [LIST]: reply(500, { message: 'Something broke', code: 'INTERNAL', requestId: 'r9' }) });
  await screen.findByText('The promo codes cannot be shown');
  screen.getByText(/r9/);
});

test('a code is copied, and where the browser refuses, nothing says that it was', async () => {
  const person = userEvent.setup();
  const written = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
  show({ [LIST]: list(promo()) });
  const choose = async () => {
    await person.click(await screen.findByRole('button', { name: /WELCOME10/, expanded: false }));
    await person.click(await screen.findByRole('menuitem', { name: en.promo.copy }));
  };
  await choose();
  expect(await screen.findByText('WELCOME10 was not copied')).toBeTruthy();
  expect(screen.queryByText('WELCOME10 is copied')).toBeNull();
  written.mockResolvedValueOnce();
  await choose();
  expect(await screen.findByText('WELCOME10 is copied')).toBeTruthy();
  expect(screen.queryByText('WELCOME10 was not copied')).toBeNull();
  written.mockRestore();
});
