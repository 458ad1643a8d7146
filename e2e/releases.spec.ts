import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, registry } from '@ezdash/contracts';
import { packCommand } from '@ezdash/remote-kit/cli';
import type { Page } from '@playwright/test';
import { DEMO } from './support/account';
import { ageProof } from './support/ageProof';
import { beforeEntry, makeBadRelease } from './support/badReleases';
import { makeNextRelease } from './support/buildCopy';
import { type House, openHouse } from './support/house';
import { openReleaseHouse } from './support/releaseHouse';
import { expectSound } from './support/sound';
import { test as base, expect } from './support/test';
import { unlessRefused } from './support/trouble';
import { expectMark, takeBack, useRelease } from './support/tryRelease';

const REMOTE = 'mf-advertiser';
const FIRST = '1.0.0';
const NEXT = '1.0.1';
/** In a month: a plan is for a year ahead at most. */
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
/** The gate looks at a release for 20 s at most. */
const GATE = { timeout: 40_000 };

/** A network of its own, whose advertiser remote had two releases. */
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const house = await openHouse();
      makeNextRelease(house.folder, REMOTE, NEXT);
      await house.restart();
      await use(house);
      await house.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ house }, use) => use(house.network),
});

test.setTimeout(300_000);

const state = (page: Page) => page.getByRole('region', { name: 'What visitors get' });
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Chooses something of a release's menu. */
async function choose(page: Page, version: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${version}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** What a person gets who opens the page anew. */
async function expectGiven(page: Page, version: string): Promise<void> {
  await page.goto('/advertiser/dashboard');
  await expect(page.locator(`[data-mf-remote="${REMOTE}"]`)).toHaveAttribute('data-mf-version', version);
}

test('an operator rolls back, tries, pins and activates, and says why', async ({ open, trouble }) => {
  const advertiser = await open('advertiser');
  const operator = await open('admin');
  const colleague = await open('admin');
  await colleague.goto('/admin/remotes');
  const row = colleague.getByRole('row', { name: new RegExp(REMOTE) });
  await expect(row).toContainText(NEXT);
  await test.step('When the operator opens the remote, it says what visitors get', async () => {
    await operator.goto('/admin/remotes');
    await expectSound(operator, 'remotes');
    await operator.getByRole('link', { name: REMOTE }).click();
    await expect(operator.getByRole('heading', { level: 1 })).toHaveText(REMOTE);
    await expect(state(operator)).toContainText(NEXT);
    await expect(history(operator)).toContainText(`${NEXT} activated for everybody`);
    await expectSound(operator, 'remote');
  });
  await test.step('And rolls back, visitors have the release before again, and colleagues see it', async () => {
    await operator.getByRole('button', { name: `Roll back to ${FIRST}` }).click();
    await expect(dialog(operator)).toContainText(
      `Everybody gets ${FIRST} again instead of ${NEXT} at once, open tabs too.`,
    );
    await expectSound(operator, 'rollback');
    await dialog(operator).getByLabel('Why (optional)').fill('The wizard was slow');
    await dialog(operator)
      .getByRole('button', { name: `Roll back to ${FIRST}` })
      .click();
    await expect(dialog(operator)).toHaveCount(0);
    await expect(state(operator)).not.toContainText(NEXT);
    await expect(history(operator)).toContainText('The wizard was slow');
    await expect(history(operator)).toContainText(DEMO.admin.email);
    await expect(row).not.toContainText(NEXT);
    await expectGiven(advertiser, FIRST);
  });
  await test.step('And gives a share of visitors the other, the gate lets it through', async () => {
    await choose(operator, NEXT, 'Begin a canary');
    await dialog(operator).getByRole('textbox', { name: 'Share of visitors' }).fill('12.5');
    await expectSound(operator, 'canary');
    await dialog(operator).getByRole('button', { name: 'Begin the canary' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    await expect(state(operator)).toContainText('Canary, 12.5%');
    await expect(row).toContainText(`12.5% get ${NEXT}`);
    await operator.getByRole('button', { name: 'Stop the canary' }).click();
    await dialog(operator).getByRole('button', { name: 'Stop the canary' }).click();
    await expect(state(operator)).not.toContainText('Canary');
  });
  await test.step('And pins it for one account, that account has it until it is unpinned', async () => {
    await choose(operator, NEXT, 'Pin');
    await dialog(operator).getByRole('combobox', { name: 'Account' }).fill('advertiser@demo');
    await operator.getByRole('option', { name: new RegExp(DEMO.advertiser.email) }).click();
    await dialog(operator).getByRole('button', { name: 'Pin it' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    await expectGiven(advertiser, NEXT);
    await operator.getByRole('button', { name: `Unpin ${DEMO.advertiser.email}` }).click();
    await dialog(operator).getByRole('button', { name: 'Unpin' }).click();
    await expect(operator.getByRole('region', { name: 'Pins' })).toHaveCount(0);
    await expectGiven(advertiser, FIRST);
  });
  await test.step('And activates it, everybody has it', async () => {
    await choose(operator, NEXT, 'Activate');
    await dialog(operator).getByRole('button', { name: 'Activate' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    await expect(state(operator)).toContainText(NEXT);
    await expectGiven(advertiser, NEXT);
  });
  expect(trouble.lines).toEqual([]);
});

test('an activation is planned with a proof, and the plan is cancelled', async ({ open, network }) => {
  const page = await open('admin');
  await page.goto(`/admin/remotes/${REMOTE}`);
  await choose(page, FIRST, 'Activate');
  await dialog(page).getByRole('radio', { name: 'At a time' }).check();
  await dialog(page).getByRole('textbox', { name: 'Day and time, UTC' }).fill(`${DAY} 14:00`);
  await expectSound(page, 'plan');
  await ageProof(network, DEMO.admin.email);
  await dialog(page).getByRole('button', { name: 'Plan it' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(DEMO.admin.password);
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0, GATE);
  const plans = page.getByRole('region', { name: 'Planned activations' });
  await expect(plans).toContainText(new RegExp(`${FIRST} on .+, 14:00`));
  await plans.getByRole('button', { name: `Cancel the plan ${FIRST}` }).click();
  await dialog(page).getByRole('button', { name: 'Cancel the plan' }).click();
  await expect(plans).toHaveCount(0);
  await expect(history(page)).toContainText(`Plan for ${FIRST} cancelled`);
});

test('what the gate refuses is named check by check, and visitors keep what they have', async ({
  open,
  house,
  trouble,
}) => {
  const version = '1.0.90';
  const releases = await openReleaseHouse(house.network);
  try {
    makeBadRelease(
      house.folder,
      releases.folderOf(REMOTE, version),
      version,
      beforeEntry("throw new Error('It throws on load')"),
    );
    await releases.enter(REMOTE, version);
  } finally {
    await releases.close();
  }
  const page = await open('admin');
  await page.goto(`/admin/remotes/${REMOTE}`);
  await choose(page, version, 'Activate');
  await dialog(page).getByLabel('Why (optional)').fill('In a hurry');
  await dialog(page).getByRole('button', { name: 'Activate' }).click();
  await expect(dialog(page)).toContainText(`${version} was not activated`, GATE);
  await expect(dialog(page).getByText('Entry in a browser', { exact: true })).toBeVisible();
  await expect(dialog(page).getByLabel('Why (optional)')).toHaveValue('In a hurry');
  await expectSound(page, 'refused');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `What the gate says of ${version}` }).click();
  await expect(dialog(page)).toContainText('Refused');
  await expectSound(page, 'verdict');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(state(page)).not.toContainText(version);
  expect(unlessRefused(trouble, `/api/operator/releases/${REMOTE}/activate`)).toEqual([]);
});

test('a token is shown once, opens the calls of its remote, and opens nothing once it is revoked', async ({
  open,
  network,
}) => {
  const page = await open('admin');
  await page.goto('/admin/remotes?show=tokens');
  await page.getByRole('button', { name: 'New token' }).first().click();
  await dialog(page).getByLabel('Remote', { exact: true }).fill(REMOTE);
  await dialog(page).getByLabel('Label').fill('advertisers, CI');
  await expectSound(page, 'token');
  await dialog(page).getByRole('button', { name: 'Make the token' }).click();
  const secret = (await dialog(page).getByRole('region', { name: 'Token' }).textContent()) ?? '';
  expect(secret).toMatch(/^rel_[\w-]{43}$/);
  await dialog(page).getByRole('button', { name: 'I have the token' }).click();
  const ask = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    return (await fetch(`${network.url}/api/releases/${REMOTE}`, { headers })).status;
  };
  expect(await ask()).toBe(200);
  await expectSound(page, 'tokens');
  await page.getByRole('button', { name: 'Revoke advertisers, CI' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /advertisers, CI/ })).toContainText('Revoked');
  expect(await ask()).toBe(401);
});

/** Gives the dialog an archive to publish. */
async function giveArchive(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
}

test('an operator publishes an archive, shows it by a link, pins it here, and goes back to one that is chosen', async ({
  open,
  house,
  trouble,
}) => {
  const version = '1.0.2';
  makeNextRelease(house.folder, REMOTE, version);
  const dist = path.join(house.folder, REMOTE, 'dist');
  packCommand(dist);
  const archive = readFileSync(path.join(dist, `${REMOTE}-${version}.zip`));
  const operator = await open('admin');
  const given = async (page: Page): Promise<Registry> =>
    registry.parse(await (await page.request.get('/remotes/registry.json')).json());
  await test.step('What is no release is refused with why, and what is one is published', async () => {
    await operator.goto('/admin/remotes');
    await operator.getByRole('button', { name: 'Publish' }).click();
    await dialog(operator).getByLabel('Remote', { exact: true }).fill(REMOTE);
    await giveArchive(operator, 'broken.zip', archive.subarray(0, archive.length / 2));
    await dialog(operator).getByRole('button', { name: 'Publish' }).click();
    await expect(dialog(operator)).toContainText('It is no ZIP archive');
    await expectSound(operator, 'publish-refused');
    await giveArchive(operator, `${REMOTE}-${version}.zip`, archive);
    await dialog(operator).getByLabel('Commit of its sources (optional)').fill('60dba05');
    await expectSound(operator, 'publish');
    await dialog(operator).getByRole('button', { name: 'Publish' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    await expect(operator).toHaveURL(new RegExp(`/admin/remotes/${REMOTE}$`));
    await expect(history(operator)).toContainText(`${version} published`);
    await expect(operator.getByRole('row', { name: version })).toContainText(DEMO.admin.email);
    await expect(state(operator)).not.toContainText(version);
  });
  await test.step('A link gives it to a person of the team who says yes, in that browser, and to nobody else', async () => {
    await choose(operator, version, 'Make a link');
    await expectSound(operator, 'link-ask');
    await dialog(operator).getByRole('button', { name: 'Make the link' }).click();
    const made = dialog(operator).getByRole('region', { name: 'Link' });
    await expect(made).toBeVisible(GATE);
    const link = (await made.textContent()) ?? '';
    await expectSound(operator, 'link');
    await dialog(operator).getByRole('button', { name: 'Done' }).click();
    const advertiser = await open('advertiser');
    await advertiser.goto(link);
    await expect(advertiser.getByRole('heading', { level: 1 })).toHaveText("You can't use this release");
    await expectGiven(advertiser, NEXT);
    await operator.getByRole('button', { name: 'Add to team' }).click();
    await dialog(operator).getByRole('textbox', { name: 'E-mail address' }).fill(DEMO.advertiser.email);
    await expectSound(operator, 'team-add');
    await dialog(operator).getByRole('button', { name: 'Add' }).click();
    await expect(dialog(operator)).toHaveCount(0);
    await advertiser.goto(link);
    await expect(advertiser.getByRole('button', { name: 'Use this release' })).toBeVisible();
    await expectSound(advertiser, 'try-release');
    await useRelease(advertiser, link);
    await expectMark(advertiser, version);
    await expectSound(advertiser, 'override-mark');
    await expectGiven(advertiser, version);
    await operator.reload();
    await expect(operator.getByRole('region', { name: 'In use through links' })).toContainText(version);
    await takeBack(advertiser);
    await expectGiven(advertiser, NEXT);
  });
  await test.step('A pin for this browser gives it here, until it is taken away', async () => {
    await choose(operator, version, 'Pin');
    await dialog(operator).getByRole('radio', { name: 'One sign-in of an account' }).check();
    await dialog(operator).getByRole('combobox', { name: 'Account' }).fill('advertiser@demo');
    await operator.getByRole('option', { name: new RegExp(DEMO.advertiser.email) }).click();
    await expect(
      dialog(operator)
        .getByRole('radio', { name: /on Linux/ })
        .first(),
    ).toBeVisible();
    await expectSound(operator, 'pin-session');
    await dialog(operator).getByRole('radio', { name: 'This browser' }).check();
    await dialog(operator).getByRole('button', { name: 'Pin it' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    const pins = operator.getByRole('region', { name: 'Pins' });
    await expect(pins).toContainText('This browser');
    expect((await given(operator))[REMOTE]?.version).toBe(version);
    await pins.getByRole('button', { name: 'Unpin This browser' }).click();
    await dialog(operator).getByRole('button', { name: 'Unpin' }).click();
    await expect(pins).toHaveCount(0);
    expect((await given(operator))[REMOTE]?.version).toBe(NEXT);
  });
  await test.step('And after it was for everybody, one before is chosen to go back to', async () => {
    await choose(operator, version, 'Activate');
    await dialog(operator).getByRole('button', { name: 'Activate' }).click();
    await expect(dialog(operator)).toHaveCount(0, GATE);
    await choose(operator, FIRST, 'Roll back to this');
    await expect(dialog(operator)).toContainText(
      `Everybody gets ${FIRST} again instead of ${version} at once, open tabs too.`,
    );
    await expectSound(operator, 'rollback-to');
    await dialog(operator)
      .getByRole('button', { name: `Roll back to ${FIRST}` })
      .click();
    await expect(dialog(operator)).toHaveCount(0);
    await expect(state(operator)).toContainText(FIRST);
    await expect(history(operator)).toContainText(`Rolled back to ${FIRST}`);
    expect((await given(operator))[REMOTE]?.version).toBe(FIRST);
  });
  expect(unlessRefused(trouble, `/api/operator/releases/${REMOTE}`)).toEqual([]);
});
