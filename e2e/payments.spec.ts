import type { Page } from '@playwright/test';
import { openMail, register } from './support/account';
import { ageProof } from './support/ageProof';
import { tabTo } from './support/keyboard';
import { bareKeys, knownKeys, overflow, smallTargets, violations } from './support/looks';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(150_000);

const METHODS = '/settings/payment-methods';
const VISA = '4242 4242 4242 4242';
const MASTERCARD = '5555 5555 5555 4444';
const DECLINED = '4000 0000 0000 0002';
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

/** The gateway's page is no page of ours: other colours, and no script at all. */
async function expectSoundGateway(page: Page, name: string) {
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      // As everywhere: two of the four show both colours and places.
      if ((colorScheme === 'light') === (width === 1440)) wrong.push(...(await violations(page)));
      wrong.push(...(await overflow(page)), ...(await smallTargets(page)));
      if (process.env.E2E_SHOTS)
        await page.screenshot({ path: `${process.env.E2E_SHOTS}/${name}-${width}-${colorScheme}.png` });
    }
  wrong.push(...(await bareKeys(page, await knownKeys(page.request))));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect.soft(wrong, name).toEqual([]);
}

async function fillCard(page: Page, number: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a card');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires (MM / YY)').fill('04 / 31');
  await page.getByLabel('Security code').fill('123');
}

/** Everything that the browser sends to our API from now on. */
function watchApi(page: Page): () => string {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/'))
      sent.push(request.url(), request.postData() ?? '');
  });
  return () => sent.join('\n').replace(/\s/g, '');
}

test('cards are entered at the gateway: taken, refused, given up, made the default, removed', async ({
  open,
  network,
  trouble,
}) => {
  const page = await open();
  const { email, password } = await register(page.request, 'advertiser');
  const sent = watchApi(page);
  const add = page.getByRole('button', { name: 'Add card' });

  await test.step('When I add a card, the gateway asks for it', async () => {
    await page.goto(METHODS);
    await expect(page.getByText('No card yet')).toBeVisible();
    await expectSound(page, 'no cards');
    await add.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a card');
    await expectSoundGateway(page, 'gateway');
  });
  await test.step('And says what is wrong with what I enter', async () => {
    await page.getByLabel('Card number').fill('4242 4242 4242 4241');
    await page.getByRole('button', { name: 'Add card' }).click();
    await expect(page.getByText('A digit of the number is wrong')).toBeVisible();
    await expect(page.getByText('Enter month and year, such as 04 / 29')).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeFocused();
    await expect(page.getByLabel('Card number')).toHaveValue('');
    await expectSoundGateway(page, 'gateway complains');
  });
  await test.step('When I enter it rightly, by keyboard, it is my default', async () => {
    await fillCard(page, VISA);
    await tabTo(page, page.getByRole('button', { name: 'Add card' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(METHODS);
    await expect(status(page, 'Visa •••• 4242 was added.')).toContainText('It is the default.');
    await expect(rowOf(page, 'Visa •••• 4242')).toContainText('04/2031');
    await expectSound(page, 'card added');
    await openMail(page.request, email, { template: 'payment-method-changed' });
  });
  await test.step('And is not taken in twice', async () => {
    await page.reload();
    await expect(rowOf(page, 'Visa')).toHaveCount(1);
    await expect(status(page, 'was added')).toHaveCount(0);
  });
  await test.step('When I add another one later, I confirm first', async () => {
    await ageProof(network, email);
    await add.click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await fillCard(page, MASTERCARD);
    await page.getByRole('button', { name: 'Add card' }).click();
    await expect(status(page, 'Mastercard •••• 4444 was added.')).toContainText(
      'It is used when you choose it.',
    );
  });
  await test.step('When the card is declined, nothing is added', async () => {
    await add.click();
    await fillCard(page, DECLINED);
    await page.getByRole('button', { name: 'Add card' }).click();
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByText('The payment provider refused it.')).toBeVisible();
    await expect(rowOf(page, '••••')).toHaveCount(2);
    await expectSound(page, 'card declined');
  });
  await test.step('When I give it up there, I am back, and nothing is added', async () => {
    await add.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(METHODS);
    await expect(page.getByText("You left the payment provider's page.")).toBeVisible();
    await expect(rowOf(page, '••••')).toHaveCount(2);
  });
  await test.step('When I make the second one the default, it comes first', async () => {
    await page.getByRole('button', { name: 'Actions for Mastercard •••• 4444' }).click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await expect(status(page, 'Mastercard •••• 4444 is the default now')).toBeVisible();
    await expect(rowOf(page, '••••').first()).toContainText('Mastercard');
    await expect(rowOf(page, '••••').first()).toContainText('Default');
  });
  await test.step('When I remove it, the other one is the default', async () => {
    await page.getByRole('button', { name: 'Actions for Mastercard •••• 4444' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Mastercard •••• 4444?' });
    await expect(question).toContainText('Another one becomes the default.');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(status(page, 'Mastercard •••• 4444 is removed')).toBeVisible();
    await expect(rowOf(page, '••••')).toHaveCount(1);
    await expect(rowOf(page, 'Visa •••• 4242')).toContainText('Default');
  });
  await test.step('And no number of a card has come to the app', async () => {
    for (const number of [VISA, MASTERCARD, DECLINED])
      expect(sent()).not.toContain(number.replace(/\s/g, ''));
    expect(await page.content()).not.toContain(VISA.replace(/\s/g, ''));
  });
  const known = unlessRefused(trouble, '/api/settings/payment-methods');
  expect(unlessRefused({ lines: known }, '/gateway/sandbox/setup')).toEqual([]);
});

test('a publisher is paid to a bank account', async ({ open, trouble }) => {
  const page = await open();
  await register(page.request, 'publisher');
  await page.goto(METHODS);
  await expect(page.getByText('No bank account yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add bank account' }).click();
  await test.step('When the number is mistyped, it says so', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a bank account');
    await page.getByLabel('IBAN').fill('DE88 3704 0044 0532 0130 00');
    await page.getByRole('button', { name: 'Add bank account' }).click();
    await expect(page.getByText('A character of the IBAN is wrong')).toBeVisible();
    await expectSoundGateway(page, 'gateway for bank accounts');
  });
  await test.step('When it is right, earnings go there', async () => {
    await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await page.keyboard.press('Enter');
    await expect(status(page, 'Test bank Germany •••• 3000 was added.')).toContainText('It is the default.');
    await expect(rowOf(page, '•••• 3000')).toBeVisible();
    await expectSound(page, 'bank account added');
  });
  expect(unlessRefused(trouble, '/gateway/sandbox/setup')).toEqual([]);
});
