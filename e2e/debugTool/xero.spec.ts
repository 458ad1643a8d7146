import { randomUUID } from 'node:crypto';
import { publicId } from '@ezdash/contracts/constants';
import type { Page } from '@playwright/test';
import { arriveDebugging, chooseTab, debugFact, debugPanel, debugPart, quiet } from '../support/debugTool';
import { addPayment, expect, test, type XeroNetwork } from '../support/xeroNetwork';

const DASHBOARD = '/advertiser/dashboard';
const STATUS = '**/debug-tool/xero/status';

async function openXeroTab(page: Page) {
  await arriveDebugging(page, DASHBOARD);
  await chooseTab(page, 'Xero');
  await expect(debugPart(page, 'Connection')).toBeVisible();
}

/** Presses Connect, and answers the window that opens. */
async function connect(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await debugPart(page, 'Connection')
    .getByRole('button', { name: /^Connect/ })
    .click();
  const popup = await opened;
  // It is opened by the press itself, empty, and led on once its address is known.
  await popup.waitForURL(({ protocol }) => protocol !== 'about:');
  return popup;
}
const forget = ({ sql }: XeroNetwork) => sql('DELETE FROM xero_connection');

test('signs in to Xero in a window of 600 × 700, and tells how it stands', async ({ open, world }) => {
  await forget(world);
  const page = await open('advertiser');
  await openXeroTab(page);
  const connection = debugPart(page, 'Connection');
  await test.step('Not Connected', () => expect(connection).toContainText('Not Connected'));
  await test.step('Connected, by the window', async () => {
    const popup = await connect(page);
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([600, 700]);
    const closed = popup.waitForEvent('close');
    const refreshed = page.waitForResponse(STATUS);
    await popup.getByRole('button', { name: 'Allow access' }).click();
    await closed;
    await expect(connection).toContainText('Xero is connected');
    expect((await refreshed).status()).toBe(200);
    await expect(connection.getByText('Connected', { exact: true })).toBeVisible();
    await expect(debugFact(page, 'Token')).toHaveText(/expires in \d+ minutes \([\d,]+ s\)/);
  });
  await test.step('config, with the secret masked', async () => {
    const config = debugPart(page, 'Config');
    await expect(debugFact(page, 'Client id', config)).toHaveText(world.xero.clientId);
    await expect(debugFact(page, 'Client secret', config)).toHaveText(
      `••••••••${world.xero.clientSecret.slice(-4)}`,
    );
    await expect(debugFact(page, 'Auto create', config)).toHaveText(/yes|no/);
    await expect(debugFact(page, 'Redirect URI', config)).toHaveText(`${world.url}/xero/auth/callback`);
    expect(await page.content()).not.toContain(world.xero.clientSecret);
  });
  await test.step('debug URLs', async () => {
    const urls = debugPart(page, 'Debug URLs');
    await expect(urls).toContainText('auth_url');
    await expect(urls).toContainText(`${world.url}/debug-tool/xero/auth`);
    await expect(urls).toContainText('package_auth_url');
    await expect(urls).toContainText(`${world.url}/xero/auth/authorize`);
  });
  await test.step('Expired: credentials that do not connect', async () => {
    await world.sql(`UPDATE xero_connection SET trouble = 'refused'`);
    await chooseTab(page, 'Page');
    await chooseTab(page, 'Xero');
    await expect(connection.getByText('Expired', { exact: true })).toBeVisible();
  });
  await test.step('cleared: Not Connected', async () => {
    await connection.getByRole('button', { name: 'Clear credentials' }).click();
    await page
      .getByRole('region', { name: /^Clear the credentials/ })
      .getByRole('button')
      .last()
      .click();
    await expect(connection).toContainText('Not Connected');
  });
});

test('the window is closed after 60 s, and the status is asked for 1 s later', async ({ open, world }) => {
  await forget(world);
  // A guest's page asks for nothing by itself: its live connection would not outlive a clock that leaps.
  const page = await open();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/debug-tool/xero/status')) asked += 1;
  });
  await page.clock.install();
  await arriveDebugging(page, '/');
  await page.clock.pauseAt(new Date(Date.now() + 3_600));
  await chooseTab(page, 'Xero');
  await expect(debugPart(page, 'Connection')).toContainText('Not Connected');
  // The tab asks again by itself, every 30 s from its opening: not in the second that is looked at.
  await page.clock.runFor(5_000);
  const popup = await connect(page);
  await popup.getByRole('button', { name: 'Allow access' }).waitFor();
  // The answer to each of these is waited for: its call would not outlive a leap of the clock.
  for (const seconds of [26, 30]) {
    await page.clock.runFor(seconds * 1_000);
    await quiet(page);
  }
  await page.clock.runFor(3_000);
  expect(popup.isClosed()).toBe(false);
  const closed = popup.waitForEvent('close');
  await page.clock.runFor(1_000);
  await closed;
  await expect(debugPart(page, 'Connection')).toContainText('The window was closed after a minute');
  const before = asked;
  await page.clock.runFor(900);
  expect(asked).toBe(before);
  await page.clock.runFor(100);
  await expect.poll(() => asked).toBe(before + 1);
  await test.step('also when the tab is left meanwhile', async () => {
    await quiet(page);
    const second = await connect(page);
    await second.getByRole('button', { name: 'Allow access' }).waitFor();
    await chooseTab(page, 'Inspector');
    const gone = second.waitForEvent('close');
    for (const seconds of [29, 30]) {
      await page.clock.runFor(seconds * 1_000);
      await quiet(page);
    }
    expect(second.isClosed()).toBe(false);
    await page.clock.runFor(1_000);
    await gone;
    const known = asked;
    await page.clock.runFor(900);
    expect(asked).toBe(known);
    await page.clock.runFor(100);
    await expect.poll(() => asked).toBe(known + 1);
  });
});

test('heeds no message of another window or origin', async ({ open, world }) => {
  await forget(world);
  const page = await open('advertiser');
  await openXeroTab(page);
  const connection = debugPart(page, 'Connection');
  const popup = await connect(page);
  await popup.getByRole('button', { name: 'Deny' }).waitFor();
  const forged = [{ type: 'xero-auth-success' }, { type: 'xero-auth-error', error: 'forged' }];
  /** Behind this message all that were sent before it are heard. */
  const heard = () =>
    page.evaluate(
      () =>
        new Promise<void>((done) => {
          addEventListener('message', ({ data }) => data === 'last' && done());
          postMessage('last', location.origin);
        }),
    );
  await test.step('the right window with a page of Xero in it', async () => {
    await popup.evaluate((messages) => {
      for (const each of messages) window.opener.postMessage(each, '*');
    }, forged);
    await heard();
    await expect(connection).not.toContainText(/is connected|forged/);
  });
  await test.step('our own origin, another window', async () => {
    await page.evaluate((messages) => {
      for (const each of messages) window.postMessage(each, window.location.origin);
      const frame = document.createElement('iframe');
      frame.name = 'another-window';
      document.body.append(frame);
    }, forged);
    await page.frame('another-window')?.evaluate((messages) => {
      for (const each of messages) window.parent.postMessage(each, '*');
    }, forged);
    await heard();
    await expect(connection).not.toContainText(/is connected|forged/);
  });
  await test.step('the right one is heard: what went wrong', async () => {
    await popup.getByRole('button', { name: 'Deny' }).click();
    await expect(connection).toContainText('Access was not given in Xero');
    await expect(connection).toContainText('Not Connected');
  });
  await test.step('without words of its own: OAuth authorization failed', async () => {
    await page.context().route('**/xero/auth/callback*', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'Cross-Origin-Opener-Policy': 'unsafe-none' },
        body: `<script>opener.postMessage({ type: 'xero-auth-error' }, location.origin); close();</script>`,
      }),
    );
    const second = await connect(page);
    const closed = second.waitForEvent('close');
    await second.evaluate((address) => window.location.assign(address), `${world.url}/xero/auth/callback`);
    await closed;
    await expect(connection).toContainText('OAuth authorization failed');
  });
});

test('the latest 10 payments, each with the action that it may have and no other', async ({
  open,
  world,
}) => {
  const invoiceId = randomUUID();
  const added: [string, string, 'create' | 'pdf' | null][] = [];
  const add = async (wish: Parameters<typeof addPayment>[1], action: 'create' | 'pdf' | null) => {
    added.unshift([
      publicId('payment', await addPayment(world, wish)),
      `${wish?.type ?? 'deposit'} ${wish?.state ?? 'completed'}`,
      action,
    ]);
  };
  await add({}, null);
  for (const state of ['created', 'pending', 'failed', 'cancelled'] as const) await add({ state }, null);
  await add({ type: 'refund' }, null);
  await add({ type: 'refund', state: 'pending' }, null);
  await add({ type: 'chargeback' }, null);
  await add({ invoiceId }, 'pdf');
  await add({ state: 'pending' }, null);
  await add({}, 'create');

  const page = await open('advertiser');
  await openXeroTab(page);
  const list = debugPart(page, 'Recent payments');
  const cards = list.getByRole('list').first().locator('> li');
  await expect(cards).toHaveCount(10);
  for (const [index, [id, what, action]] of added.slice(0, 10).entries())
    await test.step(`${what}: ${action ?? 'nothing'}`, async () => {
      const card = cards.nth(index);
      await expect(debugFact(page, 'Id', card)).toHaveText(id);
      const [type = '', state = ''] = what.split(' ');
      await expect(card).toContainText(new RegExp(type, 'i'));
      await expect(card).toContainText(new RegExp(state, 'i'));
      await expect(card).toContainText('advertiser@demo.test');
      await expect(card).toContainText('250.00');
      await expect(card).toContainText('USD');
      await expect(card.getByRole('button', { name: /^Create Invoice/ })).toHaveCount(
        action === 'create' ? 1 : 0,
      );
      await expect(card.getByRole('button', { name: /^PDF/ })).toHaveCount(action === 'pdf' ? 1 : 0);
    });
  const cardOf = (id = '') => cards.filter({ has: page.getByText(id, { exact: true }) });
  await test.step('an id of more than 20 characters keeps its first and last 8', async () => {
    const shown = debugFact(page, 'Invoice at Xero', cardOf(added[2]?.[0])).locator('[title]');
    await expect(shown).toHaveText(`${invoiceId.slice(0, 8)}…${invoiceId.slice(-8)}`);
    await expect(shown).toHaveAttribute('title', invoiceId);
  });
  await test.step('an invoice is made, and downloaded as invoice-{id}.pdf', async () => {
    const popup = await connect(page);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Allow access' }).click();
    await closed;
    await expect(debugPart(page, 'Connection').getByText('Connected', { exact: true })).toBeVisible();
    const card = cardOf(added[0]?.[0]);
    const made = page.waitForResponse((answer) => /\/xero\/invoice\/[^/]+$/.test(answer.url()));
    await card.getByRole('button', { name: /^Create Invoice/ }).click();
    const answer = await made;
    expect(answer.status()).toBe(201);
    const id = new URL(answer.url()).pathname.split('/').at(-1);
    await expect(card.getByRole('button', { name: /^Create Invoice/ })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: /^PDF/ }).click();
    expect((await download).suggestedFilename()).toBe(`invoice-${id}.pdf`);
    await expect(debugPanel(page).getByRole('alert')).toHaveCount(0);
  });
});
