import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { pdfText } from '../api/src/testing/pdfText';
import { DEMO, HOME, newAccount, send, signIn } from './support/account';
import { type RunningApp, startApp } from './support/app';
import { approveCampaign, storeAsset } from './support/campaign';
import { halfCredential, withConsole } from './support/console';
import { keepToken } from './support/consoleHeaders';
import { type NameServer, startNameServer } from './support/nameServer';
import { makePng } from './support/png';
import { type PublisherSite, startPublisherSite } from './support/publisherSite';
import { completeProfile, expectMailSent, followMail, sendRegistration } from './support/registration';
import { expect, test } from './support/test';
import { visitUntil } from './support/visit';

test.setTimeout(480_000);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Beyond the end of every month and the thirty days after it. */
const LATER_DAYS = 62;
const SHIFT = path.join(import.meta.dirname, 'support', 'shiftDate.cjs');
const VISITOR =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Paid by impression at this eCPM, so that a payout is earned by a morning's readers. */
const DEAR_MICROS = 1_000_000_000;
const company = `Huts ${randomUUID().slice(0, 4)}`;
const account = { ...newAccount(), company };

let dataDir: string;
let names: NameServer;
let site: PublisherSite;
let second: PublisherSite;
let app: RunningApp;

const start = (env: NodeJS.ProcessEnv = {}) =>
  startApp({
    DATA_DIR: dataDir,
    AUTO_APPROVE_PROPERTIES: '0',
    OUTBOUND_ALLOWED: '127.0.0.1,::1',
    DNS_SERVERS: names.address,
    ...env,
  });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-publisher-'));
  names = await startNameServer();
  site = await startPublisherSite();
  second = await startPublisherSite();
  app = await start();
});
test.afterAll(async () => {
  await app?.stop();
  for (const each of [names, site, second]) each?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openPage(browser: Browser, who?: 'publisher' | 'admin' | 'advertiser'): Promise<Page> {
  const half = who === 'admin' ? await halfCredential(app.url) : null;
  const context = await browser.newContext({
    baseURL: app.url,
    ...(half && withConsole(app.url, half)),
  });
  if (who) await signIn(context.request, who === 'publisher' ? account : DEMO[who]);
  if (half) keepToken(context.request, half.token);
  return context.newPage();
}

async function addProperty(page: Page, name: string, domain: string): Promise<void> {
  await page.goto('/publisher/properties/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Domain', { exact: true }).fill(domain);
  await page.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: 'Language' }).fill('English');
  await page.getByRole('option', { name: 'English', exact: true }).click();
  await page.getByRole('button', { name: 'Create property' }).click();
  await expect(heading(page)).toContainText(name);
  await expect(page.getByRole('tab', { name: 'Verification' })).toHaveAttribute('aria-selected', 'true');
}

/** The token that the page says. */
async function tokenOf(page: Page): Promise<string> {
  const tag = page.getByText(/<meta name="ezdash-verification" content="/).first();
  const token = /content="([^"]+)"/.exec((await tag.textContent()) ?? '')?.[1];
  if (!token) throw new Error('The page shows no token');
  return token;
}

const check = (page: Page) => page.getByRole('button', { name: 'Check now' }).click();

async function makeZone(page: Page, name: string, size: string): Promise<string> {
  await page.getByRole('tab', { name: 'Zones', exact: true }).click();
  await page.getByRole('button', { name: 'Create zone' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create zone' });
  await drawer.getByLabel('Name', { exact: true }).fill(name);
  await drawer.getByRole('radio', { name: new RegExp(`^${size}`) }).check();
  await drawer.getByRole('button', { name: 'Create zone' }).click();
  // The next drawer has the tag to copy.
  const tag = page
    .getByRole('dialog')
    .getByText(/data-zone="z_/)
    .first();
  await expect(tag).toBeVisible();
  const text = (await tag.textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  return text;
}

const money = (micros: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(micros / 1e6);

test('a publisher signs up, verifies a site, earns and is paid what the ledger says', async ({ browser }) => {
  const page = await openPage(browser);
  await test.step('I sign up as a publisher', async () => {
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Publish/ })
      .click();
    await sendRegistration(page, account);
    await expectMailSent(page, account.email);
    await followMail(page, account.email, 'verify-email');
    await completeProfile(page);
    await expect(page).toHaveURL(HOME.publisher);
  });

  await test.step('A site is verified by a file', async () => {
    await addProperty(page, 'Second site', second.domain);
    await check(page);
    await expect(page.getByText('No token was found in the first page.')).toBeVisible();
    second.files['/.well-known/ezdash-verification.txt'] = `ezdash-verification=${await tokenOf(page)}\n`;
    await check(page);
    await expect(page.getByText(new RegExp(`Found by the file on ${second.domain}`))).toBeVisible();
  });
  await test.step('Another by a record in DNS', async () => {
    const domain = `huts-${randomInt(1e9)}.com`;
    await addProperty(page, 'Third site', domain);
    await check(page);
    await expect(page.getByText(/The domain leads nowhere/).first()).toBeVisible();
    names.records[`_ezdash.${domain}`] = [`ezdash-verification=${await tokenOf(page)}`];
    await check(page);
    await expect(page.getByText(`Found in the DNS of ${domain}`)).toBeVisible();
  });
  await test.step('And the one with my readers by a tag in its head', async () => {
    await addProperty(page, 'Hiking huts', site.domain);
    site.body = `<meta name="ezdash-verification" content="${await tokenOf(page)}">`;
    await check(page);
    await expect(page.getByText(/The tag stands in the body/)).toBeVisible();
    site.head = site.body;
    site.body = '';
    await check(page);
    await expect(page.getByText(new RegExp(`Found by the tag in the head of ${site.domain}`))).toBeVisible();
  });

  const operator = await openPage(browser, 'admin');
  const advertiser = await openPage(browser, 'advertiser');
  /** Approved, with an image for each of the two zones; answers its id. */
  async function makeCampaign(
    name: string,
    wish: { bid_micros: number; bidding?: 'fixed' },
  ): Promise<string> {
    const image = async (width: number, height: number) => {
      const png = makePng(width, height, randomInt(0xffffff));
      const asset_id = await storeAsset(advertiser.request, png, 'image/png');
      return { asset_id, name: `${name} ${width}`, alt: name };
    };
    return approveCampaign(advertiser.request, operator.request, {
      name,
      daily_budget_micros: 200_000_000,
      creatives: [await image(300, 250), await image(728, 90)],
      ...wish,
    });
  }

  const visitor = await (await browser.newContext({ userAgent: VISITOR })).newPage();
  await test.step('Two zones and their tags: the page shows the network’s own ad until anybody decides', async () => {
    const [first, next] = [
      await makeZone(page, 'Beside the text', '300×250'),
      await makeZone(page, 'Above the text', '728×90'),
    ];
    site.body = `${first}${next}`;
    await visitUntil(visitor, site.url, (soon) =>
      expect(visitor.locator('ins[data-ez-reason=property-not-approved]')).toHaveCount(2, soon),
    );
    await visitor.locator('ins').last().scrollIntoViewIfNeeded();
    for (const frame of [0, 1]) {
      const own = visitor.frameLocator('ins iframe[title="Ad"]').nth(frame).getByRole('link');
      await expect(own).toHaveText(/^Your ad could be here/);
      await expect(own).toHaveAttribute('href', `${app.url}/`);
    }
  });

  const house = `House ${randomUUID().slice(0, 4)}`;
  await test.step('A house campaign of the operator’s goes before it, and earns nothing either', async () => {
    const id = await makeCampaign(house, { bid_micros: 1_000_000 });
    const made = await send(operator.request, 'PATCH', `/api/operator/campaigns/${id}`, {
      priority: 'house',
    });
    expect(made.status()).toBe(200);
    await visitUntil(visitor, site.url, (soon) =>
      expect(visitor.getByRole('img', { name: house })).toHaveCount(2, soon),
    );
    const { estimated_micros } = await (await page.request.get('/api/publisher/earnings')).json();
    expect(estimated_micros).toBe(0);
  });

  const paid = `Peaks ${randomUUID().slice(0, 4)}`;
  await test.step('The network approves the site', async () => {
    await operator.goto('/admin/review');
    await operator
      .getByRole('radiogroup', { name: 'What to review' })
      .getByText(/^Properties/)
      .click();
    await operator.getByRole('button', { name: /Hiking huts/ }).click();
    await operator.getByRole('button', { name: /^Approve/ }).click();
    await expect(operator.getByRole('status')).toContainText('Hiking huts is approved');
    await makeCampaign(paid, { bid_micros: DEAR_MICROS, bidding: 'fixed' });
    await page.reload();
    await expect(page.getByText('Approved').first()).toBeVisible();
  });

  await test.step('And pays for what my readers see', async () => {
    await visitUntil(visitor, site.url, (soon) =>
      expect(visitor.getByRole('img', { name: paid })).toHaveCount(2, soon),
    );
    for (let load = 0; load < 36; load++) {
      const told = visitor.waitForResponse((answer) => answer.url().includes('/e/i/'));
      await visitor.goto(site.url);
      await told;
      await expect(visitor.getByRole('img', { name: paid })).toHaveCount(2);
    }
    await visitor.waitForTimeout(1_500);
  });

  const earned = await test.step('The report says what the ledger says', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const read = async () => {
      const ledger = await (await page.request.get('/api/publisher/earnings')).json();
      const report = await (
        await page.request.get(`/api/metrics?group=zone&from=${today}&to=${today}&timezone=UTC`)
      ).json();
      return [ledger.estimated_micros, report.totals.earnings_micros] as [number, number];
    };
    await expect
      .poll(
        async () => {
          const [ledger, report] = await read();
          return ledger === report && ledger > 55_000_000;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    const [micros] = await read();
    await page.goto('/publisher/reports?group=zone&period=today&timezone=UTC');
    await expect(page.getByRole('main')).toContainText(money(micros));
    await page.goto('/publisher/earnings');
    await expect(page.getByRole('main')).toContainText(money(micros));
    return micros;
  });

  await test.step('I say which bank account I want to be paid on', async () => {
    await page.goto('/settings/payment-methods');
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await page.keyboard.press('Enter');
    await expect(page.getByText('•••• 3000').first()).toBeVisible();
  });

  await test.step('Two months later it is payable, and I ask for it', async () => {
    await app.stop();
    app = await start({ NODE_OPTIONS: `--require ${SHIFT}`, TEST_SHIFT_DAYS: String(LATER_DAYS) });
  });
  const later = await openPage(browser, 'publisher');
  const settler = await openPage(browser, 'admin');
  const cents = Math.floor(earned / 10_000) * 10_000;
  await later.goto('/publisher/earnings');
  await later.getByRole('button', { name: `Request ${money(cents)}` }).click({ timeout: 60_000 });
  await expect(later.getByText('A payout is on its way.')).toBeVisible();

  const act = async (action: string) => {
    await settler.getByRole('button', { name: `Actions for ${company}` }).click();
    await settler.getByRole('menuitem', { name: action }).click();
  };
  await test.step('The network approves, sends and settles it', async () => {
    await settler.goto('/admin/payouts');
    await expect(heading(settler)).toHaveText('Payouts');
    await act('Approve');
    await expect(settler.getByText(/1 payout of \$[\d,.]+ approved/)).toBeVisible();
    await settler.getByRole('tab', { name: /^Approved/ }).click();
    await act('Send in a batch');
    await settler
      .getByRole('dialog')
      .getByRole('button', { name: /^Send \$/ })
      .click();
    await expect(settler.getByText(/A batch of 1 payout/)).toBeVisible();
    await settler.getByRole('tab', { name: /^Sent/ }).click();
    await act('Paid');
    await settler.getByRole('dialog').getByRole('textbox').fill('BANK-2026');
    await settler.getByRole('dialog').getByRole('button', { name: 'It was paid' }).click();
    await expect(settler.getByText(/1 payout of \$[\d,.]+ is paid/)).toBeVisible();
  });

  await test.step('The statement says the same sum', async () => {
    await expect(later.getByText('BANK-2026')).toBeVisible({ timeout: 30_000 });
    const statement = later.getByRole('link', { name: /PS-\d{4}-\d{6}/ }).first();
    const file = await later.request.get((await statement.getAttribute('href')) ?? '');
    expect(await pdfText(await file.body())).toContain(money(cents).replace('$', ''));
  });
});
