import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { fillIn, reply } from '@ezdash/remote-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROVIDERS, renderAuth } from '../testing/renderAuth';

const REGISTER = 'POST /api/auth/register';
const RESEND = 'POST /api/auth/register/resend';
const ACCEPTED = reply(202, { accepted: true });

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const country = () => screen.getByLabelText<HTMLSelectElement>('Country');
const agree = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to the terms/ });
const role = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));
async function fill() {
  await fillIn(textbox('Company'), 'Halden Outdoor');
  await userEvent.selectOptions(country(), 'AT');
  await fillIn(textbox('E-mail'), 'ines@halden.test');
  await fillIn(password(), 'correct horse');
  await userEvent.click(agree());
}

afterEach(() => jest.useRealTimers());

test('everything that was filled in is sent, and the page says where the mail went', async () => {
  const { calls } = renderAuth('/auth/register', { [REGISTER]: ACCEPTED });
  expect(document.title).toBe('Create account - EzDash');
  await fill();
  await submit();
  const title = await screen.findByRole('heading', { level: 1, name: 'Check your mail' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(title.nextElementSibling?.textContent).toContain(
    'We sent a mail to ines@halden.test. Open the link',
  );
  expect(document.title).toBe('Create account - EzDash');
  expect(screen.queryByRole('link', { name: 'Open the outbox' })).toBeNull();
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

test.each([
  ['k3m9x2ab', expect.objectContaining({ referral_code: 'k3m9x2ab' })],
  ['what is no code', expect.not.objectContaining({ referral_code: expect.anything() })],
])('the link that somebody came by is sent along: %s', async (ref, sent) => {
  const { calls } = renderAuth(`/auth/register?ref=${encodeURIComponent(ref)}`, { [REGISTER]: ACCEPTED });
  await fill();
  await submit();
  await screen.findByRole('heading', { level: 1, name: 'Check your mail' });
  expect(calls.map(({ body }) => body)).toEqual([sent]);
});

test('the mail can be asked for again, after a wait that grows', async () => {
  const { calls, answer } = renderAuth('/auth/register', { [REGISTER]: ACCEPTED, [RESEND]: ACCEPTED });
  await fill();
  jest.useFakeTimers({ advanceTimers: true });
  const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await person.click(screen.getByRole('button', { name: 'Create account' }));
  const again = await screen.findByRole('button', { name: /^Send again in 0:/ });
  await person.click(again);
  expect(calls).toHaveLength(1);
  act(() => jest.advanceTimersByTime(30_000));
  await person.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText(/^Asked for again/);
  expect(calls[1]).toMatchObject({ path: '/api/auth/register/resend', body: { email: 'ines@halden.test' } });
  await screen.findByRole('button', { name: /^Send again in (1:00|0:59)/ });
  act(() => jest.advanceTimersByTime(60_000));
  answer({ [RESEND]: reply(429, { code: 'TOO_MANY_REQUESTS', message: 'Wait 10 minutes', requestId: 'r' }) });
  await person.click(screen.getByRole('button', { name: 'Send again' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Wait 10 minutes');
  expect(screen.queryByText(/^Asked for again/)).toBeNull();
});

test('another address: the form is as it was, and the address is selected', async () => {
  renderAuth('/auth/register?role=publisher', { [REGISTER]: ACCEPTED });
  await fillIn(textbox('Company or site'), 'Halden Outdoor');
  await userEvent.selectOptions(country(), 'AT');
  await fillIn(textbox('E-mail'), 'ines@halden.test');
  await fillIn(password(), 'correct horse');
  await userEvent.click(agree());
  await submit();
  await userEvent.click(await screen.findByRole('button', { name: 'Use another address' }));
  expect(document.activeElement).toBe(textbox('E-mail'));
  expect(textbox('Company or site').value).toBe('Halden Outdoor');
  expect(country().value).toBe('AT');
  expect(agree().checked).toBe(true);
});

test('where mails are kept instead of sent, a link leads there', async () => {
  renderAuth('/auth/register', { [REGISTER]: ACCEPTED }, { config: { outbox_url: '/dev/outbox' } });
  await fill();
  await submit();
  const outbox = await screen.findByRole('link', { name: 'Open the outbox' });
  expect(outbox.getAttribute('href')).toBe('/dev/outbox');
});

test('accounts elsewhere can be used to sign up, by a page load', () => {
  renderAuth(
    '/auth/register?next=%2Fpublisher%2Fproperties',
    {},
    { config: { social_providers: PROVIDERS } },
  );
  expect(screen.getByRole('link', { name: 'Continue with Northwind' }).getAttribute('href')).toBe(
    '/auth/social/northwind/start?intent=login&next=%2Fpublisher%2Fproperties',
  );
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

test('what the server refuses of a field is said beside it, until it is changed', async () => {
  const errors = { password: ['This password is among the most used ones'] };
  const refusal = { message: 'Check the fields', code: 'INVALID_INPUT', requestId: 'req_2', errors };
  renderAuth('/auth/register', { [REGISTER]: reply(422, refusal) });
  await fill();
  await submit();
  expect(await screen.findByText(/among the most used/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(password()));
  expect(textbox('Company').value).toBe('Halden Outdoor');
  await userEvent.type(password(), '2');
  expect(screen.queryByText(/among the most used/)).toBeNull();
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
  await fillIn(password(), 'correct ho');
  expect(screen.getByText(/^Enough/)).toBeTruthy();
  await fillIn(password(), 'rse battery');
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
