import type { Page } from '@playwright/test';
import { register } from './support/account';
import { expect, test } from './support/test';

test.setTimeout(120_000);

/** What is told live is there after so long at most: well before any page would ask by itself (a minute). */
const AT_ONCE = { timeout: 8_000 };

/** Opens a page and waits until its one connection hears what is told to all of its role. */
async function live(page: Page, path: string) {
  const listening = page.waitForEvent('websocket').then(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          const text = String(payload);
          if (text.includes('subscription_succeeded') && text.includes('private-role.')) resolve();
        });
      }),
  );
  await page.goto(path);
  await listening;
}

test('an article goes from the operator to pages that are open, is read and stays read', async ({ open }) => {
  const first = await open();
  const buyer = await register(first.request, 'advertiser');
  const reader = await open(buyer);
  const operator = await open('admin');
  const title = 'Sundays are quiet now';
  const unread = reader.getByRole('link', { name: `Unread: ${title}` });
  const main = reader.getByRole('main');
  const inSidebar = reader.getByRole('navigation').getByRole('link', { name: /^News/ });

  await test.step('When somebody has just signed up, what was written before is not new to them', async () => {
    await live(reader, '/advertiser/news');
    await expect(main.getByText('All read')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Pay per conversion' })).toBeVisible();
  });

  await test.step('And the operator writes an article, sees it as its readers will, and publishes it', async () => {
    await operator.goto('/admin/news');
    await operator.getByRole('link', { name: 'Write article' }).click();
    await operator.getByRole('textbox', { name: 'Title' }).fill(title);
    await operator
      .getByRole('textbox', { name: 'Text' })
      .fill('From now on **nobody** is called on Sundays.\n\n<img src=x onerror="alert(1)">');
    await operator.getByRole('checkbox', { name: 'Publishers' }).uncheck();
    const preview = operator.getByRole('region', { name: 'As readers see it' });
    await expect(preview.getByText('<img src=x onerror="alert(1)">')).toBeVisible();
    await operator.getByRole('button', { name: 'Publish' }).click();
    const dialog = operator.getByRole('dialog');
    await expect(dialog).toContainText(/Publish to \d+ accounts\?/);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(operator.getByText('Published', { exact: true })).toBeVisible();
  });

  await test.step('Then it stands on the open page, unread, without anybody touching it', async () => {
    await expect(unread).toBeVisible(AT_ONCE);
    await expect(main.getByText('1 unread article')).toBeVisible();
    await expect(inSidebar).toHaveText('News1');
  });

  await test.step('When it is opened, it is read', async () => {
    await unread.click();
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(main.getByText('<img src=x onerror="alert(1)">')).toBeVisible();
    expect(await main.locator('img').count()).toBe(0);
    await main.getByRole('link', { name: 'News', exact: true }).click();
    await expect(main.getByText('All read')).toBeVisible();
    await expect(inSidebar).toHaveText('News');
  });

  await test.step('And stays read', async () => {
    await reader.reload();
    await expect(main.getByText('All read')).toBeVisible();
    await expect(main.getByRole('link', { name: title })).toBeVisible();
    await operator.reload();
    await expect(operator.getByText(/Opened by 1 of \d+ accounts/)).toBeVisible();
  });

  await test.step('When the operator withdraws it, it leaves the open page', async () => {
    await live(reader, '/advertiser/news');
    await operator.getByRole('button', { name: 'Withdraw' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(main.getByRole('link', { name: title })).toHaveCount(0, AT_ONCE);
  });
});
