import { randomInt, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { newAccount, openMail } from './support/account';
import { makePng } from './support/png';
import { expect, test } from './support/test';
import { visitUntil } from './support/visit';

test.setTimeout(330_000);

/** What is promised of a person's first day with the network. */
const PROMISED_SECONDS = 300;
/** About sixty words a minute, and what it takes to read a page that one has not seen before. */
const KEY_MS = 90;
const READING_MS = 1_800;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The pauses of the person: nothing is waited for but the person. */
const read = (page: Page) => page.waitForTimeout(READING_MS);

async function write(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text, { delay: KEY_MS });
}

async function signUp(page: Page): Promise<void> {
  const { email, password } = newAccount();
  await page.goto('/');
  await read(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Advertise/ })
    .click();
  await read(page);
  await write(page.getByLabel(/^Company/), 'Peaks');
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await write(page.getByLabel('E-mail'), email);
  await write(page.getByLabel('Password', { exact: true }), password);
  await page.getByLabel(/^I agree to the terms/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(heading(page)).toHaveText('Check your mail');
  await read(page);
  const mail = await openMail(page.request, email, { template: 'verify-email' });
  await page.goto(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '');
  await expect(heading(page)).toHaveText('Complete your profile');
  await write(page.getByLabel('First name'), 'Ada');
  await write(page.getByLabel('Last name'), 'Fuchs');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(heading(page)).toHaveText('Dashboard');
}

async function addFunds(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Balance/ })
    .click();
  const panel = page.getByRole('region', { name: 'Add funds' });
  await read(page);
  const amount = panel.getByRole('textbox', { name: 'Amount' });
  await amount.click();
  // Another amount stands there already.
  await amount.press('ControlOrMeta+A');
  await amount.pressSequentially('100', { delay: KEY_MS });
  await panel.getByLabel('Pay with').click();
  await page.getByRole('option', { name: /Sandbox/ }).click();
  await panel.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(heading(page)).toContainText('Pay $100.00');
  await page.getByRole('radio', { name: 'Paid', exact: true }).check();
  await page.getByRole('button', { name: 'Play this outcome' }).click();
  await expect(heading(page)).toHaveText('$100.00 paid in');
  await read(page);
}

interface Wish {
  name: string;
  alt: string;
  landing: string;
}

async function makeCampaign(page: Page, { name, alt, landing }: Wish): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await read(page);
  await page.getByRole('main').getByRole('link', { name: 'Create campaign' }).click();
  await read(page);
  await write(page.getByLabel('Name', { exact: true }), name);
  await write(page.getByLabel('Landing page', { exact: true }), landing);
  await next();
  await read(page);
  const buffer = makePng(300, 250, randomInt(0xffffff));
  await page.locator('input[type=file]').setInputFiles({ name: 'peaks.png', mimeType: 'image/png', buffer });
  await write(page.getByLabel('Alternative text'), alt);
  await next();
  // Everywhere and on everything.
  await read(page);
  await next();
  await read(page);
  await write(page.getByLabel('Max bid, CPM'), '60');
  await write(page.getByLabel('Daily budget'), '40');
  await page.getByRole('radio', { name: /^As fast as possible/ }).check();
  await next();
  await read(page);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('main')).toContainText('In review');
}

test('from the first page to the first impression takes less than five minutes', async ({
  open,
  network,
  trouble,
}, { annotations }) => {
  const person = await open();
  const operator = await open('admin');
  const visitor = await open(undefined, { baseURL: network.demoUrl });
  const name = `Peaks ${randomUUID().slice(0, 4)}`;
  const alt = `Snow ${randomUUID().slice(0, 4)}`;
  const laps: string[] = [];
  const startedMs = Date.now();
  const seconds = () => (Date.now() - startedMs) / 1_000;
  const lap = (what: string, go: () => Promise<void>) =>
    test.step(what, async () => {
      await go();
      laps.push(`${what} ${seconds().toFixed(1)} s`);
    });

  await lap('signed up', () => signUp(person));
  await lap('paid in', () => addFunds(person));
  await lap('submitted', () =>
    makeCampaign(person, { name, alt, landing: `${network.demoUrl}/landing/peaks` }),
  );
  await lap('approved', async () => {
    await operator.goto('/admin/review');
    await operator.getByRole('button', { name: new RegExp(name) }).click();
    await expect(operator.getByRole('img', { name: alt })).toBeVisible();
    await read(operator);
    await operator.getByRole('button', { name: /^Approve/ }).click();
    await expect(operator.getByRole('status')).toContainText(`${name} is approved`);
  });
  await lap('seen', async () => {
    await visitUntil(visitor, '/story/night-train-returns', (soon) =>
      expect(visitor.getByRole('img', { name: alt }).first()).toBeVisible(soon),
    );
  });
  await lap('counted', async () => {
    await person.getByRole('link', { name: 'Dashboard' }).click();
    const row = person
      .getByRole('region', { name: 'Today so far' })
      .getByRole('row', { name: 'Impressions' });
    await expect(row.getByRole('cell').first()).toHaveText(/^[1-9]/, { timeout: 30_000 });
  });

  const took = seconds();
  annotations.push({ type: 'by the clock', description: laps.join(', ') });
  console.log(`From the first page to the first impression: ${took.toFixed(1)} s (${laps.join(', ')})`);
  expect(took).toBeLessThan(PROMISED_SECONDS);
  expect(trouble.lines).toEqual([]);

  // Nobody else's ads are to stand behind it for the rest of the day.
  await person.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await person.getByRole('button', { name: `Actions for ${name}` }).click();
  await person.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(person.getByRole('row', { name: new RegExp(name) })).toContainText('Paused');
});
