import { DEMO, register, send } from './support/account';
import { passGate } from './support/console';
import { overflow, violations } from './support/looks';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(120_000);

test('an admin comes by an old address, signs in to the console, and goes on where it ended', async ({
  open,
  trouble,
}) => {
  const page = await open(DEMO.admin);
  const heading = page.getByRole('heading', { level: 1 });
  await test.step('Given a mail of before, whose link leads to the console of today', async () => {
    const answer = await page.goto('/operator/news?from=mail');
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveURL('/admin/news?from=mail');
  });
  await test.step('When there is no debug session, the sign-in stands in place of the page', async () => {
    await expect(heading).toHaveText('Sign in to the console');
    await expect(page.getByLabel('E-mail')).toHaveValue(DEMO.admin.email);
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await passGate(page);
    await expect(heading).toHaveText('News');
  });
  await test.step('Then it is there on the next page and after a reload', async () => {
    await page.goto('/admin');
    await expect(heading).toHaveText('Overview');
    await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
    await expect(heading).toHaveText('Audit log');
    await expect(page.getByRole('table', { name: 'Calls' })).toBeVisible();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByText('The chain is whole.')).toBeVisible();
  });
  const title = `Draft ${Date.now()}`;
  const gate = page.getByRole('dialog', { name: 'Your sign-in to the console is over' });
  await test.step('When it ends while something is written', async () => {
    await page.goto('/admin/news/new');
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await page.getByRole('textbox', { name: /^Text/ }).fill('Some words');
    await settled(page);
    const token = await page.evaluate(() => localStorage.getItem('debug_token'));
    const ended = await send(
      page.request,
      'POST',
      '/debug-tool/deactivate',
      {},
      {
        'X-Debug-Token': token ?? '',
      },
    );
    expect(ended.ok()).toBe(true);
    // Something that the page asks by itself may be refused before the press, which the sign-in then lies over.
    const press = page.getByRole('button', { name: 'Save draft' }).click({ timeout: 5_000 });
    await press.catch(() => expect(gate).toBeVisible());
  });
  await test.step('Then the sign-in lies over the page, and what was written is saved afterwards', async () => {
    await expect(gate).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(gate).toBeVisible();
    await passGate(page);
    await expect(gate).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page).toHaveURL(/\/admin\/news\/\w+$/);
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
    await expect(page).toHaveURL('/admin/news');
  });
  const others = { lines: unlessRefused(trouble, '/api/operator') };
  expect(unlessRefused(others, '/debug-tool/log')).toEqual([]);
});

test('an operator finds an account, suspends it with a reason, and the owner reads it', async ({
  open,
  trouble,
}) => {
  const owner = await open();
  const { email } = await register(owner.request, 'advertiser');
  const operator = await open('admin');
  await test.step('When the operator looks for the account', async () => {
    await operator.goto('/admin/users');
    await operator.getByRole('searchbox', { name: 'Search accounts' }).fill(email);
    await expect(operator.getByText('1 account', { exact: true })).toBeVisible();
    await operator.getByRole('table').getByRole('link').first().click();
    await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Testers and Sons');
  });
  await test.step('And suspends it', async () => {
    await operator.getByRole('button', { name: 'Change status' }).click();
    const dialog = operator.getByRole('dialog', { name: 'Change status' });
    await dialog.getByRole('radio', { name: /^Suspended/ }).check();
    await dialog.getByLabel('Reason for the owner').fill('Three chargebacks in a week');
    expect(await overflow(operator)).toEqual([]);
    await dialog.getByRole('button', { name: 'Change status' }).click();
    await expect(operator.getByText('Status: active → suspended')).toBeVisible();
  });
  await test.step('Then the owner reads why', async () => {
    await owner.goto('/auth/status');
    await expect(owner.getByText('Three chargebacks in a week')).toBeVisible();
  });
  await test.step('And the operator finds it in the audit', async () => {
    await operator.goto('/admin/audit');
    await expect(operator.getByText("Changed an account's status").first()).toBeVisible();
  });
  expect(trouble.lines).toEqual([]);
});
