import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { register } from './support/account';
import { startApp } from './support/app';
import { test as base, expect } from './support/test';

/** A network of its own: it may call this machine, where the advertiser's server is played. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  network: async ({}, use) => {
    const { url, demoUrl, dataDir, stop } = await startApp({ OUTBOUND_ALLOWED: '127.0.0.1', DEMO_DAYS: '1' });
    await use({ url, demoUrl, dataDir });
    await stop();
  },
});
test.setTimeout(300_000);

/** Somebody else's server, which answers what it is told to, the last answer for ever. */
class Listener {
  readonly heard: string[] = [];
  answers: number[] = [200];
  constructor(
    readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<Listener> {
    const server = createServer((req, res) => {
      const status = listener.answers.length > 1 ? listener.answers.shift() : listener.answers[0];
      listener.heard.push(req.url ?? '');
      res.writeHead(status ?? 200).end('heard');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const listener = new Listener(server, `http://127.0.0.1:${port}`);
    return listener;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

test('a goal is made for a tracker, tested, told on, tried again and sent again', async ({ open }) => {
  const listener = await Listener.start();
  const guest = await open();
  const page = await open(await register(guest.request, 'advertiser'));
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('One press on a tracker pre-fills the goal; its address is shown once, with the key', async () => {
    await page.goto('/advertiser/partners');
    await main.getByRole('link', { name: 'Set up Voluum' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Voluum');
    await dialog.getByRole('button', { name: 'Create goal' }).click();
    await expect(dialog.getByText(/cid=\{externalid\}&payout=\{payout\}&key=ezk_/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByText(/key=ezk_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await expect(dialog.getByText(/ezk_/)).toHaveCount(0);
  });

  await test.step('The advertiser’s server is told of conversions', async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('tab', { name: 'Outgoing' }).click();
    await main.getByRole('button', { name: 'New outgoing postback' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Our server');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${listener.url}/hook?s={status}&t={test}`);
    await dialog.getByRole('button', { name: 'Create outgoing postback' }).click();
    await expect(dialog.getByText(/^ezps_/)).toBeVisible();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
  });

  const sendTest = async () => {
    await page.getByRole('tab', { name: 'Goals' }).click();
    await main.getByRole('button', { name: 'Voluum', exact: true }).click();
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await expect(dialog.getByText('Taken: 200')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  };

  await test.step('A test goes the real way and stands in the log', async () => {
    listener.answers = [500, 200];
    await sendTest();
    await page.getByRole('tab', { name: 'Log' }).click();
    const row = main.getByRole('row').filter({ hasText: 'Test' });
    await expect(row).toHaveCount(1);
    await row.getByRole('button').click();
    await expect(dialog.getByText('key=…', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('The server fails, is called again and answers', async () => {
    await page.getByRole('tab', { name: 'Outgoing' }).click();
    const calls = main.getByRole('table', { name: 'Calls' });
    await expect(calls.getByText('Delivered')).toBeVisible({ timeout: 60_000 });
    expect(listener.heard).toEqual(['/hook?s=approved&t=1', '/hook?s=approved&t=1']);
  });

  await test.step('Gone for good is a dead letter, and it is sent again', async () => {
    listener.answers = [410, 200];
    await sendTest();
    await page.getByRole('tab', { name: 'Outgoing' }).click();
    await main.getByRole('radiogroup', { name: 'Calls shown' }).getByText('Failed').click();
    const calls = main.getByRole('table', { name: 'Calls' });
    await expect(calls.getByText('answered 410')).toBeVisible({ timeout: 30_000 });
    await main.getByRole('button', { name: 'Send all again' }).click();
    await expect(main.getByText('1 call is sent again.')).toBeVisible();
    await expect.poll(() => listener.heard.length, { timeout: 30_000 }).toBe(4);
  });
  await listener.stop();
});
