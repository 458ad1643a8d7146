import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { register, send } from './support/account';
import { approveCampaign, storeAsset } from './support/campaign';
import { makePng } from './support/png';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { visit } from './support/visit';

test.setTimeout(120_000);

/** What is told live is there after so long at most: well before any page would ask by itself (30 s). */
const AT_ONCE = { timeout: 8_000 };

/** Marks the document: whoever loads it anew loses the mark. */
const mark = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { neverLoadedAnew: true });
  });
const marked = (page: Page) => page.evaluate(() => 'neverLoadedAnew' in window);

/** Waits until the page's one connection stands and listens to its own account. */
async function live(page: Page, path: string) {
  const listening = page.waitForEvent('websocket').then(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          const text = String(payload);
          if (text.includes('subscription_succeeded') && text.includes('private-account.')) resolve();
        });
      }),
  );
  await page.goto(path);
  await listening;
}

const balanceOf = (page: Page) => page.getByRole('banner').getByText(/\$\d/).first().textContent();

test('a balance changes on screen when a click is billed elsewhere', async ({ open, network, trouble }) => {
  const first = await open();
  const buyer = await register(first.request, 'advertiser');
  const admin = await open('admin');
  const asset_id = await storeAsset(first.request, makePng(300, 250, randomInt(0xffffff)), 'image/png');
  await approveCampaign(first.request, admin.request, {
    name: 'Paid by the click',
    pricing: 'CPC',
    bid_micros: 20_000_000,
    daily_budget_micros: 40_000_000,
    landing_url: `${network.demoUrl}/landing/shells`,
    creatives: [{ asset_id, name: 'Clicked', alt: 'Paid by the click' }],
  });

  // A page that shows no figures but the balance of the frame.
  const page = await open(buyer);
  await live(page, '/settings/appearance');
  await mark(page);
  const before = await balanceOf(page);
  expect(before).toContain('$50.00');

  const visitor = await open(undefined, { baseURL: network.demoUrl });
  const ad = visitor.locator('ins.ez-ad[data-ez-state=filled] img[alt="Paid by the click"]');
  await test.step('When somebody sees the ad on another site', async () => {
    let viewed = Promise.resolve<unknown>(null);
    await expect(async () => {
      viewed = visitor.waitForRequest((request) => request.url().includes('/e/v/')).catch((error) => error);
      await visit(visitor, '/story/night-train-returns');
      await expect(ad).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000, intervals: [250] });
    expect(await viewed).not.toBeInstanceOf(Error);
    // An impression of a campaign that pays by the click costs nothing.
    expect(await balanceOf(page)).toBe(before);
  });

  await test.step('And clicks on it', async () => {
    const opened = visitor.context().waitForEvent('page');
    await ad.click();
    await expect(await opened).toHaveURL(/\/landing\/shells/);
  });

  await test.step('Then the balance on the open page is less, without anybody touching it', async () => {
    await expect.poll(() => balanceOf(page), AT_ONCE).not.toBe(before);
    expect(await marked(page)).toBe(true);
  });
  expect(trouble.lines).toEqual([]);
});

test('a notice arrives, is read, and stays read', async ({ open, trouble }) => {
  const first = await open();
  const buyer = await register(first.request, 'advertiser');
  const admin = await open('admin');
  const page = await open(buyer);
  await live(page, '/settings/appearance');
  await mark(page);
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();

  const asset_id = await storeAsset(first.request, makePng(300, 250, randomInt(0xffffff)), 'image/png');
  await test.step('When an operator approves my campaign', async () => {
    await approveCampaign(first.request, admin.request, {
      name: 'Shells in spring',
      bid_micros: 2_000_000,
      creatives: [{ asset_id, name: 'Spring', alt: 'Shells in spring' }],
    });
  });

  const unread = page.getByRole('button', { name: /^Notices, \d+ unread$/ });
  await test.step('Then the bell of the open page says so', async () => {
    await expect(unread).toBeVisible(AT_ONCE);
    expect(await marked(page)).toBe(true);
  });

  const panel = page.getByRole('dialog', { name: 'Notices' });
  await test.step('When I open it and follow the notice', async () => {
    await unread.click();
    await panel
      .getByRole('link', { name: /Shells in spring/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/advertiser\/campaigns\/c_/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shells in spring');
  });

  await test.step('And mark what else came as read', async () => {
    await page.getByRole('button', { name: /^Notices/ }).click();
    const all = panel.getByRole('button', { name: 'Mark all as read' });
    if (await all.isVisible()) await all.click();
    await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
  });

  await test.step('Then it stays read: after loading the page anew, and in another browser', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible();
    const elsewhere = await open(buyer);
    await elsewhere.goto('/advertiser/dashboard');
    const bell = elsewhere.getByRole('button', { name: 'Notices', exact: true });
    await expect(bell).toBeVisible();
    await bell.click();
    const list = elsewhere.getByRole('dialog', { name: 'Notices' });
    await expect(list.getByRole('link', { name: /Shells in spring/ }).first()).toBeVisible();
    await expect(list.getByText('Unread:')).toHaveCount(0);
  });
  expect(trouble.lines).toEqual([]);
});

test('what changes while a page loads is on it once it is connected', async ({ open, trouble }) => {
  const first = await open();
  const buyer = await register(first.request, 'advertiser');
  const page = await open(buyer);
  let connect = () => {};
  const held = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await page.routeWebSocket(/\/app\//, async (socket) => {
    await held;
    socket.connectToServer();
  });
  await page.goto('/advertiser/postbacks');
  await settled(page);
  const goal = { name: 'Came between', duplicates: 'once', window_days: 30 };
  expect((await send(first.request, 'POST', '/api/conversion-goals', goal)).ok()).toBe(true);
  // It is told by now, to nobody.
  await page.waitForTimeout(1_500);
  const shown = page.getByRole('button', { name: goal.name });
  await expect(shown).toHaveCount(0);
  connect();
  await expect(shown.first()).toBeVisible(AT_ONCE);
  expect(trouble.lines).toEqual([]);
});
