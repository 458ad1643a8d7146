import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { reply, testUser } from '@ezdash/remote-kit/testing';
import { csrfToken, setCsrfToken } from '@ezdash/store';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAuth } from '../testing/renderAuth';

const REGISTER = 'POST /api/auth/register';
const ANSWER = { user: testUser(), csrf_token: 'token-of-ines' };

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const country = () => screen.getByLabelText<HTMLSelectElement>('Country');
const agree = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to the terms/ });
const role = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));
async function fill() {
  await userEvent.type(textbox('Company'), 'Halden Outdoor');
  await userEvent.selectOptions(country(), 'AT');
  await userEvent.type(textbox('E-mail'), 'ines@halden.test');
  await userEvent.type(password(), 'correct horse');
  await userEvent.click(agree());
}

beforeEach(() => setCsrfToken('token-of-a-guest'));

test('an account is made with everything that was filled in, and the page gets its token', async () => {
  const { calls } = renderAuth('/auth/register', { [REGISTER]: reply(201, ANSWER) });
  expect(document.title).toBe('Create account - EzDash');
  await fill();
  await submit();
  await waitFor(() => expect(csrfToken()).toBe('token-of-ines'));
  expect(calls.map(({ body }) => body)).toEqual([
    {
      role: 'advertiser',
      company_name: 'Halden Outdoor',
      country: 'AT',
      email: 'ines@halden.test',
      password: 'correct horse',
      terms_version: TERMS_VERSION,
    },
  ]);
});

test('the address says which side of the network; the company of a publisher is a site', async () => {
  renderAuth('/auth/register?role=publisher');
  expect(role(/Publish/).checked).toBe(true);
  expect(textbox('Company or site')).toBeTruthy();
  await userEvent.click(role(/Advertise/));
  expect([role(/Advertise/).checked, role(/Publish/).checked]).toEqual([true, false]);
  expect(textbox('Company')).toBeTruthy();
});

test.each(['/auth/register', '/auth/register?role=admin'])('%s begins as an advertiser', (path) => {
  renderAuth(path);
  expect(role(/Advertise/).checked).toBe(true);
});

test('everything that is missing is named at once; the first field gets the focus; nothing is sent', async () => {
  const { calls } = renderAuth('/auth/register');
  await submit();
  for (const text of [
    'Enter the name of your company or site',
    'Enter an e-mail address such as name@example.com',
    'Use at least 10 characters',
    'Agree to the terms to go on',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Say which country you are in')).toBeTruthy();
  // Nothing is said twice: neither the placeholder as an error, nor the hint beside the error of the password.
  expect(screen.getAllByText('Choose a country')).toHaveLength(1);
  expect(screen.queryByText('At least 10 characters')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(textbox('Company')));
  for (const field of [country(), agree()]) expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(calls).toEqual([]);
});

test('an address that is taken is said beside it', async () => {
  const errors = { email: ['There is an account with this address. Sign in instead'] };
  const refusal = { message: 'Check the fields', code: 'EMAIL_TAKEN', requestId: 'req_2', errors };
  renderAuth('/auth/register', { [REGISTER]: reply(422, refusal) });
  await fill();
  await submit();
  expect(await screen.findByText(/There is an account with this address/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(textbox('E-mail')));
  expect(textbox('Company').value).toBe('Halden Outdoor');
  expect(csrfToken()).toBe('token-of-a-guest');
  await userEvent.type(textbox('E-mail'), '2');
  expect(screen.queryByText(/There is an account with this address/)).toBeNull();
});

test('a refusal that is no field of the form stands above it', async () => {
  const errors = { terms_version: ['These terms have been replaced. Load the page again'] };
  const refusal = { message: 'Check the fields', code: 'INVALID_INPUT', requestId: 'req_3', errors };
  const { answer } = renderAuth('/auth/register', { [REGISTER]: reply(422, refusal) });
  await fill();
  await submit();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('These terms have been replaced. Load the page again');
  answer({ [REGISTER]: reply(0) });
  await submit();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The account was not created'));
  expect(screen.getByRole('alert').textContent).toContain('Check your connection and try again');
});

test('the terms can be read before they are agreed to', async () => {
  renderAuth('/auth/register');
  await userEvent.click(screen.getByRole('button', { name: 'Read the terms' }));
  const dialog = await screen.findByRole('dialog', { name: 'Terms, November 2026' });
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(5);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(agree().checked).toBe(false);
});

test('the strength of the password follows what is typed', async () => {
  renderAuth('/auth/register');
  expect(screen.getByText('At least 10 characters')).toBeTruthy();
  await userEvent.type(password(), 'correct ho');
  expect(screen.getByText(/^Enough/)).toBeTruthy();
  await userEvent.type(password(), 'rse battery');
  const strong = screen.getByText('Strong');
  expect(strong.parentElement?.querySelectorAll('[data-on]')).toHaveLength(3);
});

test('who has an account is led to it, and on to where they wanted to go', () => {
  renderAuth('/auth/register?next=%2Fpublisher%2Fproperties');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Fpublisher%2Fproperties',
  );
});

test('language and theme can be changed before there is an account', async () => {
  const { calls } = renderAuth('/auth/register', { 'POST /api/locale': {} });
  await userEvent.click(screen.getByRole('button', { name: /^Theme/ }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark', hidden: true }));
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Deutsch', hidden: true }));
  expect(await screen.findByRole('button', { name: 'Language: Deutsch' })).toBeTruthy();
  await waitFor(() =>
    expect(calls.map(({ path, body }) => [path, body])).toContainEqual(['/api/locale', { locale: 'de' }]),
  );
});
