import type { Page } from '@playwright/test';
import { register } from './support/account';
import { overflow, violations } from './support/looks';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(180_000);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a transfer that nobody announced is booked, and the advertiser sees it at once', async ({
  open,
  trouble,
}) => {
  const advertiser = await open();
  const { email } = await register(advertiser.request, 'advertiser');
  const reference = `STATEMENT ${email.slice(0, 16)}`;
  await advertiser.goto('/advertiser/funds');
  await expect(heading(advertiser)).toHaveText('Funds');
  const operator = await open('admin');
  const dialog = operator.getByRole('dialog', { name: 'Book a bank transfer' });
  const fill = async () => {
    await operator.getByRole('button', { name: 'Book a transfer' }).click();
    await dialog.getByRole('combobox', { name: 'Advertiser' }).fill(email.slice(0, 16));
    await operator.getByRole('option', { name: new RegExp(email) }).click();
    await dialog.getByLabel('Amount that came in').fill('100');
    await dialog.getByLabel('Reference of the bank').fill(reference);
    expect(await violations(operator)).toEqual([]);
    expect(await overflow(operator)).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  await test.step('When the operator books it, the last step says what is booked', async () => {
    await operator.goto('/admin/payments');
    await expect(heading(operator)).toHaveText('Payments');
    await fill();
    await expect(dialog.getByText(`(${email}), reference ${reference}, arrived`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Book $100.00' }).click();
    await expect(operator.getByText(/^\$100\.00 booked for/)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
  await test.step('Then the advertiser has it, with its invoice', async () => {
    await expect(advertiser.getByRole('row', { name: /Deposit.*\$100\.00/ }).first()).toBeVisible({
      timeout: 30_000,
    });
  });
  await test.step('And the same reference is not booked again', async () => {
    await fill();
    await dialog.getByRole('button', { name: 'Book $100.00' }).click();
    await expect(dialog.getByText(/^This bank reference was booked before: \$100\.00 for/)).toBeVisible();
    await expect(dialog.getByLabel('Reference of the bank')).toHaveValue(reference);
  });
  expect(unlessRefused(trouble, '/api/operator/deposits')).toEqual([]);
});

test("an hour's invalid traffic is shown, and then taken back", async ({ open }) => {
  const operator = await open('admin');
  const drawer = operator.getByRole('dialog', { name: 'Take back traffic' });
  await test.step('When the operator chooses an hour of a publisher, the preview says what it moves', async () => {
    await operator.goto('/admin/invalid-traffic');
    await expect(heading(operator)).toHaveText('Invalid traffic');
    await expectSound(operator, 'invalid-traffic');
    await operator.getByRole('button', { name: 'Take back traffic' }).first().click();
    await drawer.getByRole('combobox', { name: 'Publisher' }).fill('publisher@demo');
    await operator.getByRole('option', { name: /publisher@demo\.test/ }).click();
    await drawer.getByRole('textbox', { name: 'Why' }).fill('Clicks of a farm');
    await expect(drawer.getByRole('button', { name: /^Take back \$/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Preview' }).click();
    await expect(drawer.getByRole('button', { name: /^Take back \$/ })).toBeVisible();
    await expect(drawer.getByRole('region', { name: 'From publishers' })).toContainText(
      'publisher@demo.test',
    );
    await expectSound(operator, 'take-back');
  });
  await test.step('And takes it back, it is done and in the history', async () => {
    await drawer.getByRole('button', { name: /^Take back \$/ }).click();
    await expect(operator.getByText('It was taken back')).toBeVisible({ timeout: 60_000 });
    const row = operator.getByRole('row', { name: /Clicks of a farm/ });
    await expect(row).toContainText('Done');
    await expect(row).toContainText('publisher@demo.test');
  });
});
