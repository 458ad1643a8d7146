import { expect, type Page } from '@playwright/test';
import { settled } from './settled';

/**
 * Signs out by the account's menu, found by the name on it, and goes to the log-in page. It waits for the page that
 * signing out leads to: one that is left while it loads still gives the browser the cookie of a guest, and the token
 * of the page after it is not of that guest any more.
 */
export async function signOut(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('/');
  await settled(page);
  await page.goto('/auth/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
}
