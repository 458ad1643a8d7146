import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readCsv } from '../api/src/platform/csv';
import { expect, test } from './support/test';

test.setTimeout(120_000);

/** A day that is over: its figures stay as they are. */
const PERIOD = 'Yesterday';
const foot = (page: Page) => page.getByRole('table', { name: 'Figures of the report' }).locator('tfoot');
const heads = (page: Page) =>
  page.getByRole('table', { name: 'Figures of the report' }).locator('thead th').allTextContents();
/** The report in the address, its parts in their words. */
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** What the foot says of a figure, as a number: that of the period, without its change. */
async function totalOf(page: Page, head: string): Promise<number> {
  const at = (await heads(page)).indexOf(head);
  const dimensions = (await heads(page)).indexOf('Impressions');
  const cell = foot(page)
    .locator('td')
    .nth(at - dimensions)
    .locator('span')
    .first();
  return Number(((await cell.textContent()) ?? '').replace(/[$,]/g, ''));
}

async function addDimension(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a dimension' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a report by four dimensions is compared, turned, shared by its address, kept and exported', async ({
  open,
  trouble,
}) => {
  const page = await open('advertiser');
  const main = page.getByRole('main');
  await page.goto('/advertiser/metrics');
  await expect(foot(page)).toBeVisible();

  await test.step('Four dimensions stand side by side; a fifth is not offered', async () => {
    await choose(page, 'Period', PERIOD);
    for (const name of ['Country', 'Device', 'Date']) await addDimension(page, name);
    await expect
      .poll(async () => (await heads(page)).slice(0, 2))
      .toEqual(['Campaign, Country, Device, Date', 'Impressions']);
    await expect(page.getByRole('button', { name: 'Add a dimension' })).toBeDisabled();
    expect(asked(page)).toMatchObject({ group: 'campaign,country,device,date', period: 'yesterday' });
    expect(await totalOf(page, 'Impressions')).toBeGreaterThan(0);
  });

  await test.step('The day before stands beside it', async () => {
    await main.getByRole('radiogroup', { name: 'Compare with' }).getByText('Previous period').click();
    await expect(main.getByText(/^vs /).first()).toBeVisible();
    await expect(foot(page).locator('td').first().locator('span').nth(1)).toContainText('%');
    expect(asked(page)).toMatchObject({ compare: 'previous' });
  });

  await test.step('The chart is a table, too, and draws another figure', async () => {
    await page.getByRole('button', { name: /^Figure of the chart/ }).click();
    await page.getByRole('menuitemradio', { name: 'Clicks', exact: true }).click();
    await expect(main.getByRole('heading', { name: /^Clicks by Campaign|^Clicks over time/ })).toBeVisible();
    await main.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
    await expect(main.locator('.ez-chart-table').getByRole('row').nth(1)).toBeVisible();
    await main.getByRole('radiogroup', { name: 'View' }).getByText('Chart', { exact: true }).click();
    await expect(main.locator('.ez-chart svg').first()).toBeVisible();
  });

  await test.step('CTR is drawn, and the address says whether with its confidence bands', async () => {
    const figure = page.getByRole('button', { name: /^Figure of the chart/ });
    await figure.click();
    await page.getByRole('menuitemradio', { name: 'CTR', exact: true }).click();
    await expect(main.getByRole('heading', { name: /^CTR by Campaign|^CTR over time/ })).toBeVisible();
    expect(asked(page)).toMatchObject({ figure: 'ctr' });
    // Of one line they are drawn at first, of several they are not.
    const bands = main.getByRole('checkbox', { name: 'Confidence bands' });
    const wasOn = await bands.isChecked();
    await bands.click();
    await expect(bands).toBeChecked({ checked: !wasOn });
    await expect.poll(() => asked(page).bands).toBe(wasOn ? 'off' : 'on');
    await bands.click();
    await expect.poll(() => asked(page).bands).toBeUndefined();
    await figure.click();
    await page.getByRole('menuitemradio', { name: 'Clicks', exact: true }).click();
    await expect(main.getByRole('heading', { name: /^Clicks by Campaign|^Clicks over time/ })).toBeVisible();
  });

  await test.step('Devices stand across, with their sum at the end', async () => {
    const clicks = await totalOf(page, 'Clicks');
    await choose(page, 'Columns side by side', 'Device as columns');
    await expect.poll(() => heads(page)).toEqual(expect.arrayContaining(['Desktop', 'Phone', 'All']));
    expect((await heads(page))[0]).toBe('Campaign, Country, Date');
    // Of each cell the figure, without its change.
    const sums = (await foot(page).locator('td > span:first-child').allTextContents()).map((text) =>
      Number(text.replace(/[^\d]/g, '')),
    );
    expect(sums.at(-1)).toBe(clicks);
    expect(sums.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(clicks);
  });

  await test.step('The address is the report: after a reload, and in another tab', async () => {
    const [shown, shownHeads] = [await foot(page).textContent(), await heads(page)];
    await page.reload();
    await expect(foot(page)).toHaveText(shown ?? '');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(foot(other)).toHaveText(shown ?? '');
    expect(await heads(other)).toEqual(shownHeads);
    await expect(other.getByRole('radio', { name: 'Previous period' })).toBeChecked();
    await other.close();
  });

  await test.step('It is kept under a name, and comes back by it', async () => {
    const name = `By device ${Date.now()}`;
    const before = asked(page);
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save report' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('/advertiser/metrics');
    await expect.poll(() => heads(page)).toContain('Impressions');
    await main.getByRole('button', { name: 'Saved reports' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect.poll(() => heads(page)).toEqual(expect.arrayContaining(['Desktop', 'All']));
    expect(asked(page)).toMatchObject(before);
    await main.getByRole('button', { name }).click();
    await page.getByRole('menuitem', { name: 'Delete this report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete report' }).click();
    await expect(main.getByRole('button', { name: 'Saved reports' })).toBeVisible();
  });

  await test.step('The file has what the page has, to the cent', async () => {
    await choose(page, 'Columns side by side', 'Rows only');
    await expect.poll(() => heads(page)).toContain('Spend');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    const table = readCsv(text, { mostBytes: 20_000_000, mostRows: 100_000 });
    if ('trouble' in table) throw new Error(`The exported file cannot be read: ${table.trouble.code}`);
    const sumOf = (column: string) => table.rows.reduce((sum, { cells }) => sum + Number(cells[column]), 0);
    expect(table.rows.length).toBeGreaterThan(10);
    expect(sumOf('impressions')).toBe(await totalOf(page, 'Impressions'));
    expect(sumOf('clicks')).toBe(await totalOf(page, 'Clicks'));
    expect(sumOf('conversions')).toBe(await totalOf(page, 'Conv.'));
    expect(sumOf('spend').toFixed(2)).toBe((await totalOf(page, 'Spend')).toFixed(2));
    const campaigns = new Set(table.rows.map(({ cells }) => cells.campaign));
    await expect(foot(page)).toContainText(`All ${campaigns.size} campaigns`);
  });
  expect(trouble.lines).toEqual([]);
});
