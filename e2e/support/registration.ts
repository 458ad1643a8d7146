import { expect, type Page } from '@playwright/test';
import { type Account, linkOf, openMail } from './account';

interface Answers extends Account {
  company: string;
}

/** Fills the form that is shown, in which the side of the network is chosen already, and sends it. */
export async function sendRegistration(page: Page, { email, password, company }: Answers): Promise<void> {
  await page.getByLabel(/^Company/).fill(company);
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel(/^I agree to the terms/).check();
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** What the page says after a registration, whoever the address belongs to. */
export async function expectMailSent(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail');
  await expect(page.getByRole('main')).toContainText(`We sent a mail to ${email}. Open the link in it`);
}

/** Opens the link of the newest mail of that kind, as a person does who has the mail on this device. */
export async function followMail(page: Page, to: string, template: string): Promise<void> {
  await page.goto(linkOf(await openMail(page.request, to, { template })));
}

/** Fills in who is behind the new account. */
export async function completeProfile(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Complete your profile');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Fuchs');
  await page.getByRole('button', { name: 'Save and continue' }).click();
}
