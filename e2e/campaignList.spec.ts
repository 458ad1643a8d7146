import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { type CsvCell, csvLine, readCsv } from '../api/src/platform/csv';
import { register, send } from './support/account';
import { approveCampaign, campaignInput, storeAsset } from './support/campaign';
import { makePng } from './support/png';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

test.setTimeout(150_000);

const LIST = '/advertiser/campaigns';
/** What a spreadsheet would run, as the first text of a cell. */
const FORMULA = "=cmd|' /C calc'!A0";

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name });
/** The names of the rows from the top down. */
const namesIn = (page: Page) => page.getByRole('main').locator('tbody').getByRole('link').allTextContents();

async function makeDraft(advertiser: APIRequestContext, wish: object): Promise<void> {
  const made = await send(advertiser, 'POST', '/api/campaigns', campaignInput(wish));
  if (!made.ok()) throw new Error(`The campaign was refused: ${await made.text()}`);
}

/** Two that are approved, where nobody of these journeys is; a third by click, which is a draft. */
async function makeThree(advertiser: APIRequestContext, admin: APIRequestContext): Promise<void> {
  const asset_id = await storeAsset(advertiser, makePng(300, 250, 0x3366cc), 'image/png');
  const targeting = { countries: { include: ['IS'] } };
  for (const [name, bid_micros] of [
    ['Alpine boots', 2_000_000],
    ['Border tents', 3_000_000],
  ] as const) {
    const creatives = [{ asset_id, name, alt: name }];
    await approveCampaign(advertiser, admin, { name, bid_micros, targeting, creatives });
  }
  await makeDraft(advertiser, { name: 'Canyon ropes', pricing: 'CPC', bid_micros: 1_000_000 });
}

async function change(page: Page, button: RegExp, amount: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(amount);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

interface Sheet {
  columns: readonly string[];
  rows: Record<string, string>[];
}

/** The file that the list hands out, as a spreadsheet shows it. */
async function exported(page: Page): Promise<Sheet & { text: string }> {
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export what is shown' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const table = readCsv(text, { mostBytes: 100_000, mostRows: 100 });
  if ('trouble' in table) throw new Error(`The exported file cannot be read: ${table.trouble.code}`);
  return { text, columns: table.columns, rows: table.rows.map(({ cells }) => ({ ...cells })) };
}

const fileOf = (lines: readonly (readonly CsvCell[])[]) => ({
  name: 'campaigns.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.map((line) => `${line.join(',')}\r\n`).join('')),
});
const sheetFile = ({ columns, rows }: Sheet) => ({
  ...fileOf([]),
  buffer: Buffer.from(
    csvLine(columns) + rows.map((row) => csvLine(columns.map((key) => row[key] ?? ''))).join(''),
  ),
});

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  return page.getByRole('dialog', { name: 'Import campaigns' });
}

test('an advertiser finds, orders and keeps a view of the list, and changes what stands in it', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  const admin = await open('admin');
  await makeThree(guest.request, admin.request);
  const page = await open(account);
  const main = page.getByRole('main');
  await page.goto(LIST);
  await expect(rowOf(page, 'Alpine boots')).toBeVisible();

  await test.step('Segments, a pricing and a text narrow it, together', async () => {
    await main.getByRole('radiogroup', { name: 'Campaigns shown' }).getByText('Drafts 1').click();
    await expect.poll(() => namesIn(page)).toEqual(['Canyon ropes']);
    await main.getByRole('radiogroup', { name: 'Campaigns shown' }).getByText('All 3').click();
    await main.getByLabel('Pricing').selectOption('CPM');
    await expect(rowOf(page, 'Canyon ropes')).toHaveCount(0);
    await main.getByRole('searchbox').fill('tents');
    await expect.poll(() => namesIn(page)).toEqual(['Border tents']);
    await main.getByRole('searchbox').fill('nothing is called so');
    await main.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(async () => (await namesIn(page)).length).toBe(3);
  });

  await test.step('A head orders it, and the second press turns it round', async () => {
    const head = main.getByRole('columnheader', { name: 'Campaign' });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => namesIn(page)).toEqual(['Alpine boots', 'Border tents', 'Canyon ropes']);
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => namesIn(page)).toEqual(['Canyon ropes', 'Border tents', 'Alpine boots']);
  });

  await test.step('Columns are chosen, and survive a reload', async () => {
    await main.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Daily budget' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'eCPM' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(main.getByRole('columnheader', { name: 'Daily budget' })).toBeVisible();
    await expect(main.getByRole('columnheader', { name: 'eCPM' })).toHaveCount(0);
    await expect.poll(() => namesIn(page)).toEqual(['Canyon ropes', 'Border tents', 'Alpine boots']);
  });

  await test.step('All of it is kept as a view, which brings it back from the bare list', async () => {
    await main.getByLabel('Pricing').selectOption('CPM');
    await main.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a view' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Dear ones');
    await page.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText('View “Dear ones” is saved')).toBeVisible();
    await page.goto(LIST);
    await expect(rowOf(page, 'Canyon ropes')).toBeVisible();
    await main.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Dear ones' }).click();
    await expect.poll(() => namesIn(page)).toEqual(['Border tents', 'Alpine boots']);
    await expect(main.getByRole('columnheader', { name: 'eCPM' })).toHaveCount(0);
    await expect(main.getByRole('columnheader', { name: 'Daily budget' })).toBeVisible();
  });

  await test.step('A bid is changed where it stands; too small a budget is refused there', async () => {
    await change(page, /^Bid of Alpine boots, \$2\.00/, '2.5');
    await expect(rowOf(page, 'Alpine boots')).toContainText('$2.50');
    await page.getByRole('button', { name: /^Daily budget of Alpine boots, \$10/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('$5.00');
    await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox').fill('25');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Daily budget of “Alpine boots” is now $25.00')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByText('“Alpine boots” is back at $10.00')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Daily budget of Alpine boots, \$10/ })).toBeVisible();
  });

  await test.step('Two are paused at once, taken back, and resumed by hand', async () => {
    const select = async () => {
      await page.getByRole('checkbox', { name: 'Select Alpine boots' }).check();
      await page.getByRole('checkbox', { name: 'Select Border tents' }).check();
      return page.getByRole('toolbar', { name: 'Actions on the selection' });
    };
    await (await select()).getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('2 campaigns are paused')).toBeVisible();
    await expect(rowOf(page, 'Border tents')).toContainText('Paused');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByText('2 campaigns are resumed')).toBeVisible();
    await expect(rowOf(page, 'Border tents')).toContainText('Running');
    await (await select()).getByRole('button', { name: 'Pause' }).click();
    await expect(rowOf(page, 'Alpine boots')).toContainText('Paused');
    await (await select()).getByRole('button', { name: 'Resume' }).click();
    await expect(rowOf(page, 'Alpine boots')).toContainText('Running');
    await expect(rowOf(page, 'Border tents')).toContainText('Running');
  });

  await test.step('A clone is a draft of its own, with all but the figures', async () => {
    await page.getByRole('button', { name: 'Actions for Alpine boots' }).click();
    await page.getByRole('menuitem', { name: 'Clone' }).click();
    await expect(page.getByText('“Alpine boots (copy)” is a draft')).toBeVisible();
    await page.goto(LIST);
    await expect(rowOf(page, 'Alpine boots (copy)')).toContainText('Draft');
    await expect(rowOf(page, 'Alpine boots (copy)')).toContainText('$2.50');
  });
  expect(trouble.lines).toEqual([]);
});

test('a change of many budgets whose answer is lost is told after a reload, and made once', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  await makeDraft(guest.request, { name: 'Alpine boots' });
  await makeDraft(guest.request, { name: 'Border tents' });
  const page = await open(account);
  await page.goto(LIST);
  const doubt = page.getByRole('main').getByRole('note').filter({ hasText: 'may have been applied' });
  const budgetOf = (name: string, amount: string) =>
    page.getByRole('button', { name: new RegExp(`^Daily budget of ${name}, \\$${amount}`) });

  await test.step('Given the server has made the change, and its answer gets lost', async () => {
    await page.route(
      '**/api/campaigns/budgets',
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    for (const name of ['Alpine boots', 'Border tents'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Change budgets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Change in percent' }).fill('50');
    await dialog.getByRole('button', { name: 'Change 2 budgets' }).click();
    await expect(dialog.getByRole('alert')).toContainText('2 campaigns are left');
  });

  await test.step('When I reload the page, it says what may have been done', async () => {
    await page.reload();
    await expect(doubt).toContainText('The daily budgets of 2 campaigns were to be changed by +50%');
    await expect(doubt).toContainText('Alpine boots');
    await expect(budgetOf('Alpine boots', '15')).toBeVisible();
    await expectSound(page, 'unanswered amounts');
  });

  await test.step('When I choose the same change once more, the dialog says so and foretells nothing', async () => {
    for (const name of ['Alpine boots', 'Border tents'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Change budgets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Change in percent' }).fill('50');
    await expect(dialog.getByRole('note')).toContainText('The same change of 2 campaigns was sent before');
    await expect(dialog).not.toContainText('a day now');
    await expect(dialog.getByRole('button', { name: 'Change once more' })).toBeVisible();
    await expectSound(page, 'an amount that was sent before');
  });

  await test.step('Its answer is the answer of the first call, and its Undo takes that back', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Get the answer' }).click();
    await expect(page.getByText(/^The change of .* UTC was made: 2 daily budgets$/)).toBeVisible();
    await expect(doubt).toHaveCount(0);
    await expect(budgetOf('Alpine boots', '15')).toBeVisible();
    await expect(budgetOf('Border tents', '15')).toBeVisible();
    await page.getByRole('button', { name: 'Undo that change' }).click();
    await expect(budgetOf('Border tents', '10')).toBeVisible();
    await page.reload();
    await expect(budgetOf('Alpine boots', '10')).toBeVisible();
    await expect(doubt).toHaveCount(0);
  });
  expect(trouble.lines.filter((line) => !line.includes('ERR_CONNECTION_RESET'))).toEqual([]);
});

test('the list leaves as a file, is changed there, looked at and brought in; formulas are kept out', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  await makeDraft(guest.request, { name: 'Alpine boots' });
  await makeDraft(guest.request, { name: 'Border tents' });
  await makeDraft(guest.request, { name: FORMULA });
  const page = await open(account);
  await page.goto(LIST);
  await expect(rowOf(page, 'Alpine boots')).toBeVisible();
  let sheet: Sheet = { columns: [], rows: [] };

  await test.step('What would run in a spreadsheet is text in the file', async () => {
    const { text, ...file } = await exported(page);
    sheet = file;
    expect(file.rows).toHaveLength(3);
    expect(text).toContain(`'${FORMULA}`);
    for (const line of text.split(/\r?\n/))
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+@\t]/);
  });

  await test.step('The same file changes nothing', async () => {
    const drawer = await openImport(page);
    await drawer.locator('input[type=file]').setInputFiles(sheetFile(sheet));
    await expect(drawer.getByRole('status')).toContainText('3 the same as before');
    await expect(drawer.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('A changed one says row by row what it would do, and does nothing yet', async () => {
    const rows = sheet.rows.map((row) => (row.name === 'Alpine boots' ? { ...row, bid: '3.75' } : row));
    const added = {
      name: 'Dune lamps',
      pricing: 'CPM',
      bid: '1.20',
      daily_budget: '15',
      landing_url: 'https://example.com/',
    };
    const drawer = await openImport(page);
    await drawer
      .locator('input[type=file]')
      .setInputFiles(sheetFile({ columns: sheet.columns, rows: [...rows, added] }));
    await expect(drawer.getByRole('status')).toContainText(
      '1 new draft, 1 campaign changed, 2 the same as before',
    );
    const changed = drawer.getByRole('listitem').filter({ hasText: 'Alpine boots' });
    await expect(changed.locator('del')).toHaveText('2.00');
    await expect(changed.locator('ins')).toHaveText('3.75');
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Dune lamps' })).toContainText('new draft');
    const { rows: untouched } = await listed(guest.request);
    expect(untouched.map(({ bid_micros }) => bid_micros)).toEqual([2_000_000, 2_000_000, 2_000_000]);
  });

  await test.step('Applied, it is so', async () => {
    const drawer = page.getByRole('dialog', { name: 'Import campaigns' });
    await drawer.getByRole('button', { name: 'Apply 2 rows' }).click();
    await expect(drawer).toHaveCount(0);
    await expect(page.getByText('1 new draft, 1 campaign changed')).toBeVisible();
    await expect(rowOf(page, 'Alpine boots')).toContainText('$3.75');
    await expect(rowOf(page, 'Dune lamps')).toContainText('Draft');
  });

  await test.step('A file with formulas is refused by line and column, and nothing of it is stored', async () => {
    const drawer = await openImport(page);
    await drawer.locator('input[type=file]').setInputFiles(
      fileOf([
        ['name', 'pricing', 'bid', 'daily_budget', 'landing_url'],
        ['Eager stoves', 'CPM', '1.20', '15', 'https://example.com/'],
        [`"${FORMULA}"`, 'CPM', '1.20', '15', '@SUM(A1:A9)'],
      ]),
    );
    const alert = drawer.getByRole('alert');
    await expect(alert).toContainText('2 problems in the file');
    await expect(alert).toContainText('Nothing is stored until the whole file is right.');
    await expect(alert).toContainText('Line 3, name: A spreadsheet would run this as a formula');
    await expect(alert).toContainText('Line 3, landing_url: A spreadsheet would run this as a formula');
    await expect(drawer.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
    const { rows } = await listed(guest.request);
    expect(rows.map(({ name }) => name).sort()).toEqual([
      FORMULA,
      'Alpine boots',
      'Border tents',
      'Dune lamps',
    ]);
  });
  expect(trouble.lines).toEqual([]);
});

/** What the account has, as the server tells it. */
async function listed(
  advertiser: APIRequestContext,
): Promise<{ rows: { name: string; bid_micros: number }[] }> {
  const today = new Date().toISOString().slice(0, 10);
  const answer = await advertiser.get(`/api/campaigns?from=${today}&to=${today}`);
  const { campaigns }: { campaigns: { name: string; bid_micros: number }[] } = await answer.json();
  return { rows: campaigns };
}
