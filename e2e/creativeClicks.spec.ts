import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asset, Campaign } from '@ezdash/contracts';
import { DEAD_BUNDLES, TRADE_BUNDLES } from '../api/src/features/creatives/testTradeBundles';
import { csrfToken, register, send } from './support/account';
import { approveCampaign, campaignInput } from './support/campaign';
import { expect, test } from './support/test';
import { decided } from './support/visit';

test.setTimeout(300_000);

/** More than everybody else on the demo property bids. */
const HIGH_BID_MICROS = 95_000_000;
const MOST_VISITS = 150;

test('every bundle of the trade’s tools is clicked before it is taken, and its clicks count', async ({
  open,
  network,
  trouble,
}) => {
  const advertiser = (await open()).request;
  const admin = await open('admin');
  await register(advertiser, 'advertiser');
  const upload = async (data: Buffer) =>
    advertiser.post('/api/assets', {
      data,
      headers: { 'Content-Type': 'application/zip', 'X-CSRF-TOKEN': await csrfToken(advertiser) },
    });
  const titles = new Map(
    TRADE_BUNDLES.map(({ title, zip }) => [createHash('sha256').update(zip).digest('hex'), title]),
  );
  const assets: string[] = [];

  await test.step('When an advertiser uploads them, the gate’s browser sees each click work', async () => {
    for (const { title, zip } of TRADE_BUNDLES) {
      const stored = await upload(zip);
      expect([title, stored.status(), stored.ok() ? '' : await stored.text()]).toEqual([title, 201, '']);
      const asset = (await stored.json()) as Asset;
      expect([title, asset.parts]).toEqual([
        title,
        expect.objectContaining({ click: expect.objectContaining({ by: 'gate' }) }),
      ]);
      assets.push(asset.id);
    }
  });

  await test.step('And one whose click does nothing is refused with the reason', async () => {
    for (const { title, zip, sentence } of DEAD_BUNDLES) {
      const stored = await upload(zip);
      expect([title, stored.status(), await stored.text()]).toEqual([
        title,
        422,
        expect.stringMatching(sentence),
      ]);
    }
  });

  await test.step('Then a reviewer reads of the click, makes it in the preview, and sees the landing page checked', async () => {
    const name = 'To be clicked';
    const creatives = [{ asset_id: assets[0], name, alt: 'Night Lines' }];
    const landing_url = 'https://nobody-knows-this.example/';
    const input = campaignInput({ name, landing_url, creatives, submit: true });
    expect((await send(advertiser, 'POST', '/api/campaigns', input)).status()).toBe(201);
    await admin.goto('/admin/review');
    await admin.getByRole('button', { name: new RegExp(name) }).click();
    await expect(admin.getByText(/^Test click at \d+, \d+ opened the landing page/)).toBeVisible();
    await expect(admin.getByText('nobody knows the domain nobody-knows-this.example')).toBeVisible();
    await admin.frameLocator('iframe[title="Night Lines"]').getByText('Shoes').click();
    await expect(admin.getByText('Your click opens the landing page')).toBeVisible();
    expect(admin.context().pages()).toHaveLength(1);
  });

  let campaign = '';
  await test.step('Given a campaign with all of them is approved', async () => {
    campaign = await approveCampaign(advertiser, admin.request, {
      name: 'Bundles of the trade',
      bid_micros: HIGH_BID_MICROS,
      landing_url: `${network.demoUrl}/landing/shells?click={click_id}`,
      creatives: assets.map((asset_id, index) => ({ asset_id, name: `Bundle ${index}`, alt: 'Night Lines' })),
    });
  });

  const visitor = await open(undefined, { baseURL: network.demoUrl });
  await visitor.goto('/story/night-train-returns');
  const place = visitor.locator('ins.ez-ad[style*="300px"][style*="250px"]').first();
  const zone = await place.getAttribute('data-zone');
  const server = createServer((_req, res) =>
    res
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>A page</title><ins class="ez-ad" data-zone="${zone}" data-size="300x250"></ins><script async src="${network.url}/tag.js"></script>`,
      ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const opened = new Set<string>();
  await test.step('Then a visitor’s click on each opens the landing page', async () => {
    for (let visits = 0; opened.size < titles.size && visits < MOST_VISITS; visits += 1) {
      const page = await open();
      // Whoever clicks before that has not seen it, and the click does not count.
      const seen = page.waitForRequest(/\/e\/v\//).catch(() => null);
      await page.goto(address);
      await decided(page);
      const frame = page.locator('ins.ez-ad[data-ez-state=filled] iframe[src*="/creatives/"]').first();
      const src = (await frame.count()) > 0 ? ((await frame.getAttribute('src')) ?? '') : '';
      const title = titles.get(/creatives\/([0-9a-f]{64})\//.exec(src)?.[1] ?? '');
      if (title !== undefined && !opened.has(title)) {
        await seen;
        const [popup] = await Promise.all([
          page
            .context()
            .waitForEvent('page', { timeout: 10_000 })
            .catch(() => null),
          frame.click(),
        ]);
        expect([title, popup !== null]).toEqual([title, true]);
        if (popup)
          await expect(popup).toHaveURL(
            new RegExp(`^${network.demoUrl}/landing/shells\\?click=[\\w-]{16,}$`),
          );
        opened.add(title);
      }
      await page.context().close();
    }
    server.closeAllConnections();
    server.close();
    expect([...opened].sort()).toEqual([...titles.values()].sort());
  });

  await test.step('And each click is counted once', async () => {
    const clicks = async () =>
      ((await (await advertiser.get(`/api/campaigns/${campaign}`)).json()) as Campaign).figures.clicks;
    await expect.poll(clicks, { timeout: 20_000 }).toBe(titles.size);
  });
  trouble.lines = trouble.lines.filter((line) => !/40[34]|422/.test(line));
});
