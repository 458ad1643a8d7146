import { register } from './support/account';
import { arriveDebugging, chooseTab, debugPanel } from './support/debugTool';
import { expect, test } from './support/test';

/** One correlation id, from a click in the browser to the message that comes back to it. */

test('a click is followed from the button through the server to the message that other pages get', async ({
  open,
}) => {
  const page = await open();
  await register(page.request, 'advertiser');
  await arriveDebugging(page, '/settings/profile');
  await chooseTab(page, 'Logs');
  const panel = debugPanel(page);
  const lastName = page.getByRole('textbox', { name: 'Last name' });

  const id = await test.step('When something is saved, its call carries the id of the click', async () => {
    await lastName.fill('Another');
    const call = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    const headers = await (await call).allHeaders();
    expect(headers['x-correlation-id']).toMatch(/^[\w-]{8,64}$/);
    return headers['x-correlation-id'] ?? '';
  });

  await test.step('Then the log has the click, and the message that came of it', async () => {
    await expect(panel.getByText('Click on “Save changes”')).toBeVisible();
    await expect(panel.getByText('account.changed came to this page (account)')).toBeVisible();
  });

  await test.step('And its timeline has call, SQL and message; the keyboard is enough', async () => {
    const open = panel.getByRole('button', { name: 'Timeline: Click on “Save changes”' });
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByText(id)).toBeVisible();
    const steps = panel.getByRole('list', { name: 'Steps of the timeline' }).getByRole('listitem');
    await expect(steps.first()).toContainText('PATCH /api/settings/profile');
    await expect(steps.filter({ hasText: 'update "app_user" set "last_name" = $1' })).toHaveCount(1);
    await expect(steps.filter({ hasText: 'account account.changed' })).toHaveCount(1);
    await expect(panel.getByRole('button', { name: 'Back to the list' })).toBeFocused();
    await page.keyboard.press('Enter');
  });

  await test.step('And the call is in the list of requests', async () => {
    await panel.getByText('Requests', { exact: true }).click();
    await expect(panel.getByRole('button', { name: /PATCH \/api\/settings\/profile/ }).first()).toBeVisible();
  });
});
