import { register } from './support/account';
import { expect, test } from './support/test';

test.setTimeout(120_000);

const AT_ONCE = { timeout: 8_000 };
const SUBJECT = 'A question about invoices';
const QUESTION = 'Where do I change the name on my invoices?';
const ANSWER = 'On your profile: the company’s name is what invoices carry.';

test('two people chat: live, with files, typing, read marks, and a solved end', async ({ open, trouble }) => {
  const asker = await register((await open()).request, 'advertiser');
  const customer = await open(asker);
  const operator = await open('admin');

  await test.step('Given an operator who looks at the queue', async () => {
    await operator.goto('/admin/conversations');
    await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Conversations');
  });

  await test.step('When a customer asks, with a file', async () => {
    await customer.goto('/help');
    await customer.getByRole('link', { name: 'New conversation' }).click();
    await customer.getByLabel('What is it about?').fill(SUBJECT);
    await customer.getByRole('textbox', { name: 'Message' }).fill(QUESTION);
    await customer.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Old name, new name'),
    });
    await customer.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(customer).toHaveURL(/\/help\?conversation=cn_/);
    await expect(customer.getByRole('region', { name: 'Messages' })).toContainText(QUESTION);
  });

  const inQueue = operator.getByRole('link', { name: new RegExp(SUBJECT) });
  await test.step('Then it is in the queue at once, and the operator opens it', async () => {
    await expect(inQueue).toBeVisible(AT_ONCE);
    await inQueue.click();
    await expect(operator.getByRole('region', { name: 'Messages' })).toContainText(QUESTION);
    const saved = operator.waitForEvent('download');
    await operator.getByRole('link', { name: /notes\.txt/ }).click();
    expect((await saved).suggestedFilename()).toBe('notes.txt');
  });

  await test.step('And each sees that the other is there', async () => {
    await expect(customer.getByText(/ is here$/)).toBeVisible(AT_ONCE);
    await expect(operator.getByText(/ is here$/)).toBeVisible(AT_ONCE);
  });

  const answerBox = operator.getByRole('textbox', { name: 'Message' });
  await test.step('When the operator writes, the customer sees it', async () => {
    await answerBox.pressSequentially('On your', { delay: 20 });
    await expect(customer.getByText(/ is typing$/)).toBeVisible(AT_ONCE);
  });

  await test.step('And the answer comes without anybody loading anything', async () => {
    await answerBox.fill(ANSWER);
    await answerBox.press('Enter');
    await expect(customer.getByRole('region', { name: 'Messages' })).toContainText(ANSWER, AT_ONCE);
    await expect(customer.getByText(/ is typing$/)).toHaveCount(0);
  });

  await test.step('And the operator sees that it was read', async () => {
    await expect(operator.getByRole('region', { name: 'Messages' })).toContainText(/· Read\b/, AT_ONCE);
  });

  await test.step('When the customer thanks and marks it as solved', async () => {
    const box = customer.getByRole('textbox', { name: 'Message' });
    await box.fill('Found it.\nThank you');
    await box.press('Enter');
    await expect(operator.getByRole('region', { name: 'Messages' })).toContainText('Thank you', AT_ONCE);
    await customer.getByRole('button', { name: 'Mark as solved' }).click();
  });

  await test.step('Then both read so, and the queue of open ones is without it', async () => {
    await expect(customer.getByRole('region', { name: 'Messages' })).toContainText(/Solved/);
    await expect(operator.getByRole('region', { name: 'Messages' })).toContainText(/Solved/, AT_ONCE);
    // The row stays where it stood until another one is opened, or the queue is looked at anew.
    await operator.goto('/admin/conversations');
    await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Conversations');
    await expect(inQueue).toHaveCount(0, AT_ONCE);
  });
  expect(trouble.lines).toEqual([]);
});

test('what could not be sent is kept, and sent once when the network is back', async ({ open }) => {
  const asker = await register((await open()).request, 'publisher');
  const customer = await open(asker);
  await customer.goto('/help');
  await customer.getByRole('link', { name: 'New conversation' }).click();
  await customer.getByLabel('What is it about?').fill('Nothing much');
  await customer.getByRole('textbox', { name: 'Message' }).fill('A first line');
  await customer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(customer).toHaveURL(/\/help\?conversation=cn_/);
  const log = customer.getByRole('region', { name: 'Messages' });
  await expect(log).toContainText('A first line');

  await customer.context().setOffline(true);
  const box = customer.getByRole('textbox', { name: 'Message' });
  await box.fill('Written under a bridge');
  await box.press('Enter');
  await expect(log).toContainText('Written under a bridge');
  await expect(log).toContainText('Not sent.');
  await customer.context().setOffline(false);
  const again = log.getByRole('button', { name: /^Try again/ });
  if (await again.isVisible()) await again.click();
  await expect(log.getByText('Not sent.')).toHaveCount(0, AT_ONCE);
  await customer.reload();
  await expect(log.getByText('Written under a bridge')).toHaveCount(1);
});
