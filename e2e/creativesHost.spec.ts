import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { zipOf } from '../api/src/features/creatives/testZip';
import { register } from './support/account';
import { approveCampaign, storeAsset } from './support/campaign';
import { expect, test } from './support/test';
import { visitUntil } from './support/visit';

test.setTimeout(180_000);

/** A new campaign delivers after so long at most. */
/** More than everybody else on the demo property bids. */
const HIGH_BID_MICROS = 95_000_000;
const SECRET = 'Sign in to go on';

/** An ad with a second document, which asks for a password. */
const ARCHIVE = zipOf([
  {
    name: 'index.html',
    text: `<!doctype html><html><head><meta name="ad.size" content="width=300,height=250"></head>
<body><button>Two cars a night</button><script src="js/ad.js"></script></body></html>`,
  },
  {
    name: 'js/ad.js',
    text: "document.querySelector('button').onclick = function () { window.open(window.clickTag); };",
  },
  { name: 'login.html', text: `<!doctype html><h1>${SECRET}</h1><input type="password">` },
  { name: 'note.txt', text: SECRET },
  { name: 'note.svg', text: `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">${SECRET}</text></svg>` },
]);
const FOLDER = createHash('sha256').update(ARCHIVE).digest('hex');
const DOCUMENTS = ['index.html', 'login.html', 'note.txt', 'note.svg'];

/** A publisher's page with one slot, under whatever headers it has. */
async function publish(
  headers: Record<string, string>,
  tag: string,
  zone: string,
): Promise<[Server, string]> {
  const html = `<!doctype html><title>A page</title><ins class="ez-ad" data-zone="${zone}" data-size="300x250"></ins>
<script async src="${tag}"></script>`;
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`];
}

/** What a visitor sees who opens an address in the address bar, after it has been loaded in a frame. */
async function expectNoPage(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address);
  expect([address, answer?.ok()]).toEqual([address, false]);
  await expect(page.locator('body')).not.toContainText(SECRET);
  await expect(page.locator('input')).toHaveCount(0);
}

test('a bundle’s documents open in frames alone, and the ad runs in isolated and in strict pages', async ({
  open,
  network,
  trouble,
}) => {
  const owner = await open();
  const advertiser = owner.request;
  const admin = await open('admin');
  await register(advertiser, 'advertiser');
  const visitor = await open();
  let origin = '';
  let preview = '';
  let asset = '';
  const places = () => [
    `${network.url}/creatives/${FOLDER}`,
    `${origin}/creatives/${FOLDER}`,
    preview.replace(/\/index\.html$/, ''),
  ];
  const expectNoPages = async () => {
    for (const place of places())
      for (const name of DOCUMENTS) {
        await expectNoPage(visitor, `${place}/${name}`);
        await expectNoPage(owner, `${place}/${name}`);
      }
  };

  await test.step('Given a bundle with a second document, uploaded and not reviewed', async () => {
    asset = await storeAsset(advertiser, ARCHIVE, 'application/zip');
    const led = await advertiser.get(`/api/assets/${asset}/file`, { maxRedirects: 0 });
    preview = led.headers().location ?? '';
    origin = new URL(preview).origin;
    expect(origin).not.toBe(new URL(network.url).origin);
  });

  await test.step('Then its owner sees it in the app, and nobody opens any of its documents, on either host', async () => {
    await owner.goto('/');
    await owner.evaluate((src) => {
      const frame = document.createElement('iframe');
      Object.assign(frame, { src, sandbox: 'allow-scripts' });
      document.body.append(frame);
    }, `/api/assets/${asset}/file`);
    await expect(owner.frameLocator('iframe').getByText('Two cars a night')).toBeVisible();
    await expectNoPages();
    for (const name of DOCUMENTS)
      expect((await visitor.request.get(`${origin}/creatives/${FOLDER}/${name}`)).status()).toBe(404);
  });

  const landing = `${network.demoUrl}/landing/shells?click={click_id}`;
  let zone = '';
  await test.step('When a campaign with it is approved, and the ad is on a page', async () => {
    await approveCampaign(advertiser, admin.request, {
      name: 'Two documents',
      bid_micros: HIGH_BID_MICROS,
      landing_url: landing,
      creatives: [{ asset_id: asset, name: 'HTML5', alt: 'Night Lines' }],
    });
    await visitor.goto(`${network.demoUrl}/story/night-train-returns`);
    const place = visitor.locator('ins.ez-ad[style*="300px"][style*="250px"]').first();
    zone = (await place.getAttribute('data-zone')) ?? '';
    expect(zone).not.toBe('');
  });

  const isolated = {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  };
  // As docs/tag.md says it.
  const strict = () => ({
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${network.url}`,
      `connect-src ${network.url}`,
      `img-src ${origin}`,
      `frame-src ${network.url} ${origin}`,
    ].join('; '),
  });

  for (const [title, headers] of [
    ['an isolated page', () => isolated],
    ['a page with a strict policy', strict],
  ] as const)
    await test.step(`Then it is shown in ${title}, and a click leads to the landing page`, async () => {
      const [server, address] = await publish(headers(), `${network.url}/tag.js`, zone);
      const page = await open();
      await visitUntil(page, address, (soon) =>
        expect(page.locator(`ins.ez-ad[data-ez-state=filled] iframe[src*="${FOLDER}"]`)).toBeVisible(soon),
      );
      expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(title === 'an isolated page');
      const [popup] = await Promise.all([
        page.context().waitForEvent('page'),
        page.frameLocator('ins.ez-ad iframe').getByRole('button', { name: 'Two cars a night' }).click(),
      ]);
      await expect(popup).toHaveURL(new RegExp(`^${network.demoUrl}/landing/shells\\?click=[\\w-]{16,}$`));
      server.closeAllConnections();
      server.close();
    });

  await test.step('And its documents still open in the address bar of nobody', async () => {
    await expectNoPages();
  });
  trouble.lines = trouble.lines.filter((line) => !/40[34]/.test(line));
});
