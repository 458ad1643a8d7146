import { expect, type Page } from '@playwright/test';
import { DEMO } from './account';

export const debugPanel = (page: Page) => page.getByRole('region', { name: 'Debug tool' });
export const debugButton = (page: Page) => page.getByRole('button', { name: /debug tool/ });
export const debugLogin = (page: Page) => page.getByRole('dialog', { name: 'Debug login' });

/** Fills the login dialog that is open, and sends it with Enter. */
export async function sendDebugLogin(page: Page, password: string = DEMO.admin.password): Promise<void> {
  await debugLogin(page).getByLabel('E-mail').fill(DEMO.admin.email);
  await debugLogin(page).getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Opens the tool on the page that is shown and signs the demo's admin in to it. */
export async function openDebugTool(page: Page): Promise<void> {
  await debugButton(page).click();
  await sendDebugLogin(page);
  await expect(debugPanel(page)).toBeVisible();
}

/** The value beside a name in the panel. */
export const debugFact = (page: Page, name: string) =>
  debugPanel(page)
    .getByRole('term')
    .and(page.getByText(name, { exact: true }))
    .locator('xpath=following-sibling::dd[1]');
