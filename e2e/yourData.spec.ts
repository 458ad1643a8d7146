import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { linkOf, openMail, register, send } from './support/account';
import { ageProof } from './support/ageProof';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(150_000);

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** A place for ads on a site of one's own; answers its id. */
async function makeZone(request: APIRequestContext): Promise<string> {
  const property = { name: 'A site', domain: 'site.example', category: 'arts', language: 'en' };
  const made = (await (await send(request, 'POST', '/api/properties', property)).json()) as { id: string };
  const zone = {
    name: 'Beside the text',
    size: { width: 300, height: 250 },
    floor_micros: 0,
    fallback: 'keep',
  };
  const answer = await send(request, 'POST', `/api/properties/${made.id}/zones`, zone);
  return ((await answer.json()) as { id: string }).id;
}

/** How many ads the network has for a place just now. */
async function adsFor(visitor: APIRequestContext, zone: string): Promise<number> {
  const answer = await visitor.get('/serve', { params: { zones: zone } });
  const { ads } = (await answer.json()) as { ads: { candidates: unknown[] }[] };
  return ads[0]?.candidates.length ?? 0;
}

test('an archive of my data is made, told by mail, downloaded, and holds my account', async ({
  open,
  network,
  trouble,
}, info) => {
  const page = await open();
  const { email, password } = await register(page.request, 'publisher');
  await makeZone(page.request);
  await test.step('When I ask for an archive', async () => {
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Ask for an archive' }).click();
    await expect(page.getByText(/^(Being made since|Ready: )/)).toBeVisible();
  });
  await test.step('Then a mail says that it is there', async () => {
    const mail = await openMail(page.request, email, { template: 'data-export-ready' });
    await page.goto(linkOf(mail));
    await expect(page.getByText(/^Ready: /)).toBeVisible();
    await expectSound(page, 'archive is ready');
  });
  const files =
    await test.step('When I download it later, I confirm that it is me, and it opens', async () => {
      await ageProof(network, email);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await proof.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      const archive = info.outputPath('archive.zip');
      await (await download).saveAs(archive);
      expect((await download).suggestedFilename()).toMatch(/\.zip$/);
      return unzipSync(readFileSync(archive));
    });
  await test.step('Then it holds who I am and what I have, and no secret', async () => {
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(JSON.parse(text('account.json'))).toMatchObject({ email });
    expect(text('properties.json')).toContain('site.example');
    expect(text('properties.json')).toContain('Beside the text');
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['README.txt', 'ledger.csv', 'sign-ins.json']));
    for (const name of Object.keys(files)) expect(text(name), name).not.toMatch(/argon2|password_hash/);
  });
  await test.step('And a second one is offered from the next day on', async () => {
    await expect(page.getByText(/You can ask for a new one from /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ask for a new one' })).toHaveCount(0);
    await expectSound(page, 'one archive a day');
  });
  expect(unlessRefused(trouble, '/api/settings/privacy')).toEqual([]);
});

test('who wants to go is served no more ads, and who stays after all is served again', async ({
  open,
  network,
  trouble,
}) => {
  const page = await open();
  const visitor = (await open()).request;
  const account = await register(page.request, 'publisher');
  const { email, password } = account;
  const zone = await makeZone(page.request);
  const phone = await open(account);
  const field = page.getByLabel('Your e-mail');
  const ask = page.getByRole('button', { name: 'Delete account' });
  const question = page.getByRole('dialog', { name: 'Delete the account?' });

  await test.step('Given a site of mine that shows ads', async () => {
    await expect.poll(() => adsFor(visitor, zone)).toBeGreaterThan(0);
  });
  await test.step('When I ask to be deleted without saying so twice, nothing happens', async () => {
    await page.goto('/settings/profile');
    await ask.click();
    await expect(page.getByText(`Enter ${email}`, { exact: true })).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(email);
    await ask.click();
    await expect(question).toContainText(`${email} stops at once and is erased in 14 days.`);
    await expect(question.getByRole('button', { name: 'Keep my account' })).toBeFocused();
    await expectSound(page, 'delete the account');
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    expect(await adsFor(visitor, zone)).toBeGreaterThan(0);
  });
  await test.step('When I mean it', async () => {
    await ageProof(network, email);
    await ask.click();
    await question.getByRole('button', { name: 'Delete account' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  });
  await test.step('Then the page says when, a mail too, and the site shows no ads', async () => {
    await expect(page.getByText(/^The account will be deleted on \d/)).toBeVisible();
    await expectSound(page, 'the account will be deleted');
    await openMail(page.request, email, { template: 'account-deletion-scheduled' });
    await expect.poll(() => adsFor(visitor, zone)).toBe(0);
  });
  await test.step('And other devices are signed out', async () => {
    await phone.goto('/settings/profile');
    await expect(phone).toHaveURL(/\/auth\/login/);
  });
  await test.step('When I keep it, the site shows ads again', async () => {
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(status(page, 'Your account stays.')).toBeVisible();
    await expect(field).toBeVisible();
    await expect.poll(() => adsFor(visitor, zone)).toBeGreaterThan(0);
  });
  expect(unlessRefused(trouble, '/api/settings/privacy')).toEqual([]);
});
