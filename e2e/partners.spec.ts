import { register } from './support/account';
import { expect, test } from './support/test';

test.setTimeout(120_000);

test('an advertiser reads the guide of a tracker, and one press makes its postback', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const page = await open(await register(guest.request, 'advertiser'));
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('A tracker is found by its name, and its guide says what to copy where', async () => {
    await page.goto('/advertiser/partners');
    await main.getByRole('searchbox', { name: 'Find a tracker' }).fill('bemo');
    await expect(main.getByRole('link', { name: /^Set up/ })).toHaveCount(1);
    await main.getByRole('button', { name: 'Guide to BeMob' }).click();
    const guide = page.getByRole('dialog', { name: 'Guide to BeMob' });
    await expect(guide.getByText(/cid=\{externalId\}&payout=\{payout\}&status=\{status\}/)).toBeVisible();
    await expect(guide.getByText(/externalid=\{click_id\}/)).toBeVisible();
    await expect(page).toHaveURL(/\/advertiser\/partners\?guide=bemob$/);
  });

  await test.step('One press in the guide pre-fills the postback, which is shown once with its key', async () => {
    await page
      .getByRole('dialog', { name: 'Guide to BeMob' })
      .getByRole('link', { name: 'Set it up' })
      .click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('BeMob');
    await dialog.getByRole('button', { name: 'Create goal' }).click();
    await expect(
      dialog.getByText(/cid=\{externalId\}&payout=\{payout\}&status=\{status\}&key=ezk_/),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expect(dialog.getByText(/ezk_/)).toHaveCount(0);
  });

  await test.step('It is there in Postbacks, with the macros of the tracker', async () => {
    await page.goto('/advertiser/postbacks');
    await main.getByRole('button', { name: 'BeMob', exact: true }).click();
    const goal = page.getByRole('dialog', { name: 'BeMob' });
    await goal.getByRole('combobox', { name: 'Who calls it' }).click();
    await page.getByRole('option', { name: 'BeMob', exact: true }).click();
    await expect(
      goal.getByText(/cid=\{externalId\}&payout=\{payout\}&status=\{status\}/).first(),
    ).toBeVisible();
    await expect(goal.getByText(/externalid=\{click_id\}/)).toBeVisible();
  });
  expect(trouble.lines).toEqual([]);
});
