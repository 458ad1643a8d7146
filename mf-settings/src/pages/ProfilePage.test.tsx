import type { PrivacyState, ProfileUpdate } from '@ezdash/contracts';
import { type Call, fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderSettings } from '../testing/renderSettings';

const PATCH = 'PATCH /api/settings/profile';
const PRIVACY = 'GET /api/settings/privacy';
const NOTHING_ASKED: PrivacyState = { export: null, deletes_at: null, deletion_blockers: [] };
const USER = testUser();
/** The server's answer to a change: the changed person. */
const save = ({ body }: Call) => {
  const { username = USER.username, ...profile } = body as ProfileUpdate;
  return testUser({ username, profile: { ...USER.profile, ...profile } });
};
const show = (routes: Record<string, unknown> = { [PATCH]: save }, user = USER) =>
  renderSettings('/settings/profile', { [PRIVACY]: NOTHING_ASKED, ...routes }, user);
/** The rest of the page asks for its own. */
const bodies = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function retype(name: string, text: string) {
  await userEvent.clear(field(name));
  if (text !== '') await fillIn(field(name), text);
}

test('the facts of the account, and the details to change', () => {
  show();
  expect(document.title).toBe('Profile - EzDash');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  const account = within(screen.getByRole('region', { name: 'Account' }));
  for (const text of ['ines@halden.test', 'Advertiser', 'Active', 'Premium'])
    expect(account.getByText(text)).toBeTruthy();
  expect(field('Company').value).toBe('Halden Outdoor');
  expect(screen.getAllByLabelText<HTMLInputElement>('Country')[0]?.value).toBe('Austria');
  const pages = within(screen.getByRole('navigation', { name: 'Settings' }));
  expect(pages.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
  expect(pages.getByRole('link', { name: 'Appearance' }).hasAttribute('aria-current')).toBe(false);
});

test('what the account type opens, as far as it is built', () => {
  const features = {
    api_read: true,
    api_write: false,
    saved_reports: true,
    auto_rules: true,
    moon_ads: true,
  };
  const { unmount } = show({}, testUser({ features }));
  const account = within(screen.getByRole('region', { name: 'Account' }));
  expect(account.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Reading by API']);
  unmount();
  show({}, testUser({ features: { saved_reports: true } }));
  expect(screen.queryByText('It opens')).toBeNull();
});

test('an account that is not active is told that nothing can be saved before anything is typed', async () => {
  const { calls } = show({ [PATCH]: save }, testUser({ status: 'suspended' }));
  const button = screen.getByRole('button', { name: 'Save changes' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(await screen.findByRole('tooltip')).toBeTruthy();
  expect(bodies(calls)).toEqual([]);
});

test('the tax id is checked, sent and taken back', async () => {
  const user = testUser({ profile: { ...USER.profile, tax_id: 'ATU12345678' } });
  const { calls } = show({ [PATCH]: save }, user);
  expect(field('Tax ID').value).toBe('ATU12345678');
  const fill = (value: string) => fireEvent.change(field('Tax ID'), { target: { value } });
  fill('none');
  await press('Save changes');
  expect(screen.getByText(/^Use letters and digits, as the number is written/)).toBeTruthy();
  fill('');
  await press('Save changes');
  await waitFor(() => expect(bodies(calls)).toEqual([{ tax_id: null }]));
});

test('only what was changed is sent; an emptied field is taken back; the form starts over', async () => {
  const { calls } = show();
  await retype('Display name', ' Ines V. ');
  await retype('Last name', '');
  await press('Save changes');
  expect(await screen.findByText('Profile saved')).toBeTruthy();
  expect(bodies(calls)).toEqual([{ username: 'Ines V.', last_name: null }]);
  expect(field('Display name').value).toBe('Ines V.');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  await retype('Phone', '+43 1 234 567');
  await press('Save changes');
  await waitFor(() => expect(bodies(calls)).toHaveLength(2));
  expect(bodies(calls)[1]).toEqual({ phone_number: '+43 1 234 567' });
});

test('a country is chosen by its name', async () => {
  const { calls } = show();
  const [search = document.body] = screen.getAllByLabelText('Country');
  await userEvent.click(search);
  // At once rather than by letters: the list of all countries is long for a simulated page.
  fireEvent.change(search, { target: { value: 'switzer' } });
  fireEvent.click(await screen.findByText('Switzerland'));
  await press('Save changes');
  await screen.findByText('Profile saved');
  expect(bodies(calls)).toEqual([{ country: 'CH' }]);
});

test('nothing changed, nothing sent', async () => {
  const { calls } = show();
  await press('Save changes');
  expect(await screen.findByText('Profile saved')).toBeTruthy();
  expect(bodies(calls)).toEqual([]);
});

test('what a field lacks is said before anything is sent', async () => {
  const { calls } = show();
  await retype('Phone', 'call me');
  await retype('Company', '');
  await retype('Display name', 'I');
  await press('Save changes');
  expect(screen.getByText('Use at least 2 characters')).toBeTruthy();
  expect(screen.getByText('Enter the name of your company or site')).toBeTruthy();
  expect(screen.getByText('Use digits, with the country code in front')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Display name')));
  expect(bodies(calls)).toEqual([]);
});

test('who never had a company needs none', async () => {
  const admin = testUser({ role: 'admin', profile: { ...USER.profile, company_name: null } });
  const { calls } = show({ [PATCH]: save }, admin);
  await retype('First name', 'Ada');
  await press('Save changes');
  await screen.findByText('Profile saved');
  expect(bodies(calls)).toEqual([{ first_name: 'Ada' }]);
});

test("a server's 422 fills its field and moves there; another failure stands above the form", async () => {
  const errors = { username: ['Somebody else is called so'] };
  const refusal = { message: 'Check the fields', code: 'INVALID_INPUT', requestId: 'req_1' };
  const { answer } = show({ [PATCH]: reply(422, { ...refusal, errors }) });
  await retype('Display name', 'Vera');
  await press('Save changes');
  expect(await screen.findByText('Somebody else is called so')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Display name')));
  answer({ [PATCH]: reply(503, { message: 'The database is away', code: 'X', requestId: 'req_2' }) });
  await press('Save changes');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The profile was not saved');
  expect(alert.textContent).toContain('The database is away');
  answer({ [PATCH]: reply(0) });
  await press('Save changes');
  await screen.findByText(/The server did not answer/);
  expect(field('Display name').value).toBe('Vera');
});

test('changes can be discarded', async () => {
  show();
  await retype('First name', 'Vera');
  await press('Discard');
  expect(field('First name').value).toBe('Ines');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
});
