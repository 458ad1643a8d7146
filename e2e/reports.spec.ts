import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../api/src/platform/csv';
import { settled } from './support/settled';
import { expect, test } from './support/test';

test.setTimeout(120_000);

const PATH = '/publisher/reports';
const FIGURES = 'Figures of the report';
const REASONS = 'Reasons for requests without an ad';
/** A day that is over: its figures stay as they are. */
const PERIOD = 'Yesterday';
const foot = (page: Page, table = FIGURES) => page.getByRole('table', { name: table }).locator('tfoot');
const heads = (page: Page) =>
  page.getByRole('table', { name: FIGURES }).locator('thead th').allTextContents();
/** The report in the address, its parts in their words. */
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const numberOf = (text: string | null) => Number((text ?? '').replace(/[$,]/g, ''));

/** What the foot says of a figure, as a number: that of the period, without its change. */
async function totalOf(page: Page, head: string): Promise<number> {
  const names = await heads(page);
  const cell = foot(page)
    .locator('td')
    .nth(names.indexOf(head) - names.indexOf('Earnings'));
  return numberOf(await cell.locator('span').first().textContent());
}

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function fileOf(page: Page, link: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: link, exact: true }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const table = readCsv(text, { mostBytes: 20_000_000, mostRows: 100_000 });
  if ('trouble' in table) throw new Error(`The exported file cannot be read: ${table.trouble.code}`);
  return table.rows.map(({ cells }) => cells);
}

test('a publisher sees who paid for which zone and why requests found no ad, keeps and mails it', async ({
  open,
  trouble,
}) => {
  const page = await open('publisher');
  const main = page.getByRole('main');

  await test.step('The way there is in the navigation, and by the keyboard', async () => {
    await page.goto('/publisher/dashboard');
    await page.getByRole('navigation').getByRole('link', { name: 'Reports', exact: true }).press('Enter');
    await expect(main.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect(foot(page)).toBeVisible();
    await choose(page, 'Period', PERIOD);
    await expect.poll(() => asked(page)).toMatchObject({ group: 'zone', period: 'yesterday' });
    // Until the new rows are there, those before them stand.
    await settled(page);
  });

  await test.step('Every request was filled or has a reason; figures, reasons and files agree', async () => {
    await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual(['Zone', 'Earnings']);
    await expect(foot(page, REASONS)).toBeVisible();
    const requests = await totalOf(page, 'Requests');
    expect(requests).toBeGreaterThan(0);
    const missed = numberOf(await foot(page, REASONS).getByRole('cell').nth(1).textContent());
    const rows = await fileOf(page, 'CSV');
    const sumOf = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
    expect(sumOf('requests')).toBe(requests);
    expect(sumOf('requests') - sumOf('filled')).toBe(missed);
    const reasons = await fileOf(page, 'Reasons as CSV');
    expect(reasons.reduce((sum, row) => sum + Number(row.requests), 0)).toBe(requests);
    expect(
      reasons.filter(({ reason }) => reason === 'below-floor').map((row) => Number(row.requests)),
    ).toEqual(sumOf('below_floor') > 0 ? [sumOf('below_floor')] : []);
  });

  await test.step('Zones are told apart by advertiser, with the keyboard alone', async () => {
    const earned = await totalOf(page, 'Earnings');
    await page.getByRole('button', { name: 'Add a dimension' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Advertiser' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Campaign' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Advertiser' }).press('Enter');
    await expect.poll(async () => (await heads(page)).slice(0, 2)).toEqual(['Zone, Advertiser', 'Earnings']);
    expect(asked(page)).toMatchObject({ group: 'zone,advertiser' });
    expect(await heads(page)).not.toContain('Requests');
    expect(await totalOf(page, 'Earnings')).toBe(earned);
  });

  await test.step('Narrowed to one advertiser, the reasons say why they are not there', async () => {
    const before = await totalOf(page, 'Earnings');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('menuitem', { name: 'Advertiser', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Advertiser' }).click();
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(main.getByText(/not known by Advertiser/)).toBeVisible();
    await expect.poll(() => totalOf(page, 'Earnings')).toBeLessThan(before);
    expect(asked(page).advertiser).toMatch(/^av_/);
  });

  await test.step('The day before stands beside it, and the file has what the page has', async () => {
    await main.getByRole('radiogroup', { name: 'Compare with' }).getByText('Previous period').click();
    await expect(main.getByText(/^vs /).first()).toBeVisible();
    const rows = await fileOf(page, 'CSV');
    const sumOf = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
    expect(sumOf('earnings').toFixed(2)).toBe((await totalOf(page, 'Earnings')).toFixed(2));
    expect(sumOf('impressions')).toBe(await totalOf(page, 'Impressions'));
    expect(new Set(rows.map(({ advertiser }) => advertiser)).size).toBe(1);
  });

  await test.step('It is kept, mailed on Mondays, and opens by its address', async () => {
    const name = `By advertiser ${Date.now()}`;
    const before = asked(page);
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save report' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await main.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Mail this report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mail report' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const id = asked(page).report ?? '';
    await page.goto(`${PATH}?report=${id}`);
    await expect.poll(() => asked(page)).toMatchObject({ ...before, report: id });
    // The link that ends the mails, as a mail has it.
    await page.goto(`${PATH}?report=${id}&stop=1`);
    await expect(page.getByRole('dialog').getByText(/^The next mail goes/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop mails' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await main.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Delete this report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click();
    await expect(main.getByRole('button', { name: 'Saved reports' })).toBeVisible();
  });
  expect(trouble.lines).toEqual([]);
});
