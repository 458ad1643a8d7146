import type { Page } from '@playwright/test';
import { pdfText } from '../api/src/testing/pdfText';
import { register } from './support/account';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

test.setTimeout(180_000);

const FUNDS = '/advertiser/funds';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

interface Wish {
  amount: string;
  promoCode?: string;
}

/** From the funds page to the sandbox gateway's, as a person goes there. */
async function beginDeposit(page: Page, { amount, promoCode }: Wish): Promise<void> {
  await page.goto(FUNDS);
  const panel = page.getByRole('region', { name: 'Add funds' });
  await panel.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await panel.getByLabel('Pay with').click();
  await page.getByRole('option', { name: /Sandbox/ }).click();
  if (promoCode) await panel.getByRole('textbox', { name: 'Promo code' }).fill(promoCode);
  await panel.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(heading(page)).toContainText('Pay $');
}

async function choose(page: Page, outcome: string): Promise<void> {
  await page.getByRole('radio', { name: outcome }).check();
  await page.getByRole('button', { name: 'Play this outcome' }).click();
}

const OUTCOMES = [
  { outcome: 'Declined by the bank', ends: '$250.00 not paid' },
  { outcome: 'Cancelled', ends: 'Deposit cancelled' },
  { outcome: '3-D Secure, passed', step: 'Approve', ends: '$250.00 paid in' },
  { outcome: '3-D Secure, failed', step: 'Refuse', ends: '$250.00 not paid' },
] as const;

test('every outcome of the gateway leads to the result that says so', async ({ open }) => {
  const page = await open();
  await register(page.request, 'advertiser');
  for (const { outcome, ends, ...rest } of OUTCOMES)
    await test.step(outcome, async () => {
      await beginDeposit(page, { amount: '250' });
      await choose(page, outcome);
      if ('step' in rest) await page.getByRole('button', { name: rest.step }).click();
      await expect(heading(page)).toHaveText(ends);
      await page.reload();
      await expect(heading(page)).toHaveText(ends);
    });
  await expectSound(page, 'payment-result');
});

test('a deposit that is told late turns to paid by itself, with its invoice', async ({ open }) => {
  const page = await open();
  await register(page.request, 'advertiser');
  await test.step('When I pay with a promo code, its bonus is promised', async () => {
    await page.goto(FUNDS);
    const panel = page.getByRole('region', { name: 'Add funds' });
    await panel.getByRole('textbox', { name: 'Amount' }).fill('200');
    await panel.getByRole('textbox', { name: 'Promo code' }).fill('spring50');
    await expect(panel.getByText('This code takes a deposit of at least $250.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Amount' }).fill('300');
    await expect(panel.getByText('Adds $50.00 to the deposit.')).toBeVisible();
    await expectSound(page, 'funds');
    await beginDeposit(page, { amount: '300', promoCode: 'SPRING50' });
    await expectSound(page, 'payment-test');
  });
  await test.step('And the gateway is late, the result waits and then turns', async () => {
    await choose(page, 'Paid, told late');
    await expect(heading(page)).toHaveText('Waiting for Sandbox');
    await expect(heading(page)).toHaveText('$300.00 paid in', { timeout: 60_000 });
    await expect(page.getByText('It is in your balance with a bonus of $50.00')).toBeVisible();
  });
  await test.step('Then its invoice says what was paid', async () => {
    const invoice = page.getByRole('link', { name: /INV-\d{4}-\d{6}/ }).first();
    const href = await invoice.getAttribute('href');
    const file = await page.request.get(href ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
    const text = (await pdfText(await file.body())).replace(/\s+/g, ' ');
    const [number = ''] = /INV-\d{4}-\d{6}/.exec((await invoice.textContent()) ?? '') ?? [];
    expect(text).toContain(number);
    expect(text).toContain('$300.00');
  });
  await test.step('And the ledger has both, each once', async () => {
    await page.goto(FUNDS);
    await expect(page.getByRole('row', { name: /Promo code SPRING50/ })).toHaveCount(1);
    await expect(page.getByRole('row', { name: /Deposit, Visa 4242/ })).toHaveCount(1);
  });
});

test('money that the gateway takes back leaves the balance', async ({ open }) => {
  const page = await open();
  await register(page.request, 'advertiser');
  for (const [outcome, line] of [
    ['Paid, then refunded', /Refund/],
    ['Paid, then charged back', /Chargeback/],
  ] as const)
    await test.step(outcome, async () => {
      await beginDeposit(page, { amount: '100' });
      await choose(page, outcome);
      await expect(heading(page)).toHaveText('$100.00 paid in');
      await page.goto(FUNDS);
      await expect(page.getByRole('row', { name: line }).first()).toBeVisible({ timeout: 60_000 });
    });
});

test('a bank transfer is matched by an operator', async ({ open }) => {
  const advertiser = await open();
  const { email } = await register(advertiser.request, 'advertiser');
  let reference = '';
  await test.step('When I choose a transfer, I am told where it goes', async () => {
    await advertiser.goto(FUNDS);
    const panel = advertiser.getByRole('region', { name: 'Add funds' });
    await panel.getByRole('textbox', { name: 'Amount' }).fill('500');
    await panel.getByLabel('Pay with').click();
    await advertiser.getByRole('option', { name: 'Bank transfer' }).click();
    await panel.getByRole('button', { name: 'Transfer $500.00' }).click();
    await expect(heading(advertiser)).toHaveText('Waiting for your transfer');
    await expectSound(advertiser, 'transfer');
    const main = (await advertiser.getByRole('main').textContent()) ?? '';
    reference = /D-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(main)?.[0] ?? '';
    expect(reference).not.toBe('');
  });
  const operator = await open('admin');
  await test.step('And the operator matches it, the result turns by itself', async () => {
    await operator.goto('/admin/payments');
    await expect(heading(operator)).toHaveText('Payments');
    await operator.getByLabel('Reference', { exact: true }).fill(reference.toLowerCase());
    await operator.getByLabel('Amount that came in').fill('500');
    await operator.getByLabel('Reference of the bank').fill(`BANK ${reference}`);
    await expect(operator.getByText('The amount agrees.')).toBeVisible();
    await operator.getByRole('button', { name: 'Match', exact: true }).click();
    await expect(heading(advertiser)).toHaveText('$500.00 paid in', { timeout: 30_000 });
    await operator.reload();
    await expect(operator.getByText(email).first()).toBeVisible();
  });
});

test('a payout is asked for, approved, sent and paid', async ({ open }) => {
  const publisher = await open('publisher');
  const operator = await open('admin');
  await test.step('When a publisher asks for what is payable', async () => {
    await publisher.goto('/publisher/earnings');
    await expectSound(publisher, 'earnings');
    await publisher.getByRole('button', { name: /^Request \$/ }).click();
    await expect(publisher.getByText('A payout is on its way.')).toBeVisible();
  });
  const act = async (action: string) => {
    await operator.getByRole('button', { name: 'Actions for Alpine Weather' }).click();
    await operator.getByRole('menuitem', { name: action }).click();
  };
  const dialogButton = (name: string | RegExp) => operator.getByRole('dialog').getByRole('button', { name });
  await test.step('Then the operator approves it', async () => {
    await operator.goto('/admin/payouts');
    // The console asks first whether its sign-in still stands.
    await expect(heading(operator)).toHaveText('Payouts');
    await expectSound(operator, 'payouts');
    await act('Approve');
    await expect(operator.getByText(/1 payout of \$[\d,.]+ approved/)).toBeVisible();
  });
  await test.step('And sends it to the bank', async () => {
    await operator.getByRole('tab', { name: /^Approved/ }).click();
    await act('Send in a batch');
    await dialogButton(/^Send \$/).click();
    await expect(operator.getByText(/A batch of 1 payout/)).toBeVisible();
  });
  await test.step('And says that it was paid: the publisher sees it at once', async () => {
    await operator.getByRole('tab', { name: /^Sent/ }).click();
    await act('Paid');
    await operator.getByRole('dialog').getByRole('textbox').fill('BANK-4711');
    await dialogButton('It was paid').click();
    await expect(operator.getByText(/1 payout of \$[\d,.]+ is paid/)).toBeVisible();
    await expect(publisher.getByText('BANK-4711')).toBeVisible({ timeout: 30_000 });
    const statement = publisher.getByRole('link', { name: /PS-\d{4}-\d{6}/ }).first();
    const file = await publisher.request.get((await statement.getAttribute('href')) ?? '');
    expect(await pdfText(await file.body())).toMatch(/PS-\d{4}-\d{6}/);
  });
});
