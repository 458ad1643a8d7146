import { once } from 'node:events';
import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { BUNDLE, zipOf } from '../api/src/features/creatives/testZip';
import { csrfToken, register } from './support/account';
import { storedAssets } from './support/stored';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(120_000);

const GIGABYTES = 4 * 1024 ** 3;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><script>fetch('/api/auth/me')</script></svg>`;
const WIZARD = '/advertiser/campaigns/new';

/** To the step that takes files. */
async function openCreatives(page: Page): Promise<void> {
  await page.goto(WIZARD);
  await page.getByLabel('Name', { exact: true }).fill('Bad pictures');
  await page.getByLabel('Landing page', { exact: true }).fill('https://example.com/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeFocused();
}

/** A photograph as cameras save it. */
async function photograph(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 250 });
    canvas.getContext('2d')?.fillRect(20, 20, 200, 100);
    return canvas.toDataURL('image/jpeg');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

interface Choice {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Chooses a file and expects the sentence beside it; then takes it from the list. */
async function expectRefused(page: Page, file: Choice | string, sentence: string): Promise<void> {
  await page.getByRole('main').locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence);
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

/** What the account has by the server's own account of it. */
async function counted(request: APIRequestContext): Promise<Record<string, number>> {
  const today = new Date().toISOString().slice(0, 10);
  const of = async (url: string, key: string) => {
    const answer = await request.get(url);
    const body: Record<string, unknown[]> = await answer.json();
    return body[key]?.length ?? Number.NaN;
  };
  return {
    campaigns: await of(`/api/campaigns?from=${today}&to=${today}`, 'campaigns'),
    uploads: await of('/api/assets/uploads', 'uploads'),
  };
}

/** Says that so many bytes come, sends the first kilobyte and waits for what is said to that. */
async function sendBeginning(page: Page, baseUrl: string, type: string, bytes: number) {
  const { request } = page.context();
  const cookies = await page.context().cookies(baseUrl);
  const sending = httpRequest(new URL('/api/assets', baseUrl), {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      'X-CSRF-TOKEN': await csrfToken(request),
      'X-Requested-With': 'XMLHttpRequest',
      'Content-Type': type,
      'Content-Length': bytes,
    },
  });
  // The server may hang up on what it does not want.
  sending.on('error', () => {});
  sending.write(Buffer.alloc(1024, 1));
  const [answer] = await once(sending, 'response');
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  sending.destroy();
  return { status: Number(answer.statusCode), text };
}

test('files that are not what they say are refused beside their name, and nothing of them is kept', async ({
  open,
  network,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  const page = await open(account);
  await openCreatives(page);

  await test.step('A photograph that was renamed to another kind', async () => {
    const buffer = await photograph(page);
    await expectRefused(
      page,
      { name: 'boots.png', mimeType: 'image/png', buffer },
      'The file is a JPEG image but was sent as PNG',
    );
  });

  await test.step('A picture that can carry a script: as itself, as a PNG, in an archive, and past the page', async () => {
    const buffer = Buffer.from(SVG);
    await expectRefused(
      page,
      { name: 'boots.svg', mimeType: 'image/svg+xml', buffer },
      'This is no image (PNG, JPEG, GIF or WebP), zip file or MP4 video. Save it as one of them.',
    );
    await expectRefused(
      page,
      { name: 'boots.png', mimeType: 'image/png', buffer },
      'This file cannot be read as an image. It may be damaged.',
    );
    const archive = zipOf(BUNDLE.map((file) => (file.name === 'shoe.svg' ? { ...file, text: SVG } : file)));
    await page
      .getByRole('main')
      .locator('input[type=file]')
      .setInputFiles({ name: 'boots.zip', mimeType: 'application/zip', buffer: archive });
    await expect(page.getByRole('main').getByRole('alert')).toContainText('shoe.svg');
    await page.getByRole('button', { name: 'Remove boots.zip' }).click();
    for (const type of ['image/svg+xml', 'image/png']) {
      const answer = await page.request.post('/api/assets', {
        data: buffer,
        headers: { 'Content-Type': type, 'X-CSRF-TOKEN': await csrfToken(page.request) },
      });
      expect(answer.status()).toBe(422);
      expect(await answer.text()).toContain('SVG images can carry scripts, so we take none.');
    }
  });

  await test.step('An archive of a few kilobytes that unpacks to a hundred megabytes, honest or not about it', async () => {
    const bomb = { name: 'lib.js', text: '', bytes: Buffer.alloc(100 * 1024 ** 2) };
    const files = BUNDLE.filter(({ name }) => name !== 'lib.js');
    const choice = (buffer: Buffer) => ({ name: 'boots.zip', mimeType: 'application/zip', buffer });
    const honest = zipOf([...files, bomb]);
    expect(honest.length).toBeLessThan(200 * 1024);
    await expectRefused(page, choice(honest), 'The files have more than 2 MB together');
    await expectRefused(
      page,
      choice(zipOf([...files, { ...bomb, says: 1_000 }])),
      'The zip file is damaged. Pack it again',
    );
  });

  await test.step('A file of 4 GB: the page reads nothing of it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ezdash-large-'));
    const film = path.join(folder, 'film.mp4');
    // A hole of that length takes no room.
    const file = await openFile(film, 'w');
    await file.truncate(GIGABYTES);
    await file.close();
    await expectRefused(page, film, 'This file has 4,096 MB, the most is 20 MB.');
    await rm(folder, { recursive: true });
  });

  await test.step('And the server refuses it at its first kilobyte', async () => {
    for (const [type, sentence] of [
      ['video/mp4', 'The video has more than 20 MB'],
      ['application/zip', 'The zip file has more than 1 MB'],
      ['image/png', 'The image has more than 150 kB'],
    ] as const) {
      const { status, text } = await sendBeginning(page, network.url, type, GIGABYTES);
      expect(status, text).toBe(413);
      expect(text).toContain(sentence);
    }
  });

  await test.step('Nothing is stored', async () => {
    expect(await counted(page.request)).toEqual({ campaigns: 0, uploads: 0 });
    expect(await storedAssets(network, account.email)).toBe(0);
  });
  expect(unlessRefused(trouble, '/api/assets')).toEqual([]);
});

test('a landing page on a private address is never called', async ({ open, trouble }) => {
  const heard: string[] = [];
  const listener = createServer((req, res) => {
    heard.push(req.url ?? '');
    res.end('heard');
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const guest = await open();
  const page = await open(await register(guest.request, 'advertiser'));
  await page.goto(WIZARD);
  const landing = page.getByLabel('Landing page', { exact: true });
  const said = page.getByText(
    'The address is a private one that people cannot reach, so we sent nothing there.',
  );
  // The same place by other names: a number, an address within one of IPv6, a name.
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:7f00:1]', 'localhost'])
    await test.step(host, async () => {
      await landing.fill(`http://${host}:${port}/${encodeURIComponent(host)}`);
      await page.getByRole('button', { name: 'Check the page' }).click();
      await expect(said).toBeVisible();
      await landing.fill('');
      await expect(said).toHaveCount(0);
    });
  expect(heard).toEqual([]);
  listener.closeAllConnections();
  listener.close();
  await once(listener, 'close');
  expect(await counted(page.request)).toEqual({ campaigns: 0, uploads: 0 });
  expect(trouble.lines).toEqual([]);
});

test('a list of campaigns that a spreadsheet would run is refused cell by cell', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const page = await open(await register(guest.request, 'advertiser'));
  await page.goto('/advertiser/campaigns');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  const drawer = page.getByRole('dialog', { name: 'Import campaigns' });
  const formulas = ["=cmd|' /C calc'!A0", '+1+cmd', '-2+3', '@SUM(1)', '＝1+1', "' =1+1"];
  const lines = ['name,pricing,bid,daily_budget,landing_url'].concat(
    formulas.map((name) => `"${name}",CPM,1.20,15,https://example.com/`),
  );
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  const alert = drawer.getByRole('alert');
  await expect(alert).toContainText(`${formulas.length} problems in the file`);
  for (const at of formulas.keys())
    await expect(alert).toContainText(`Line ${at + 2}, name: A spreadsheet would run this as a formula`);
  await expect(drawer.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
  expect(await counted(page.request)).toEqual({ campaigns: 0, uploads: 0 });
  expect(trouble.lines).toEqual([]);
});
