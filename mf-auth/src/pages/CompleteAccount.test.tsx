import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { fillIn, reply, testUser } from '@ezdash/remote-kit/testing';
import { page } from '@ezdash/store';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { refusal, renderAuth } from '../testing/renderAuth';

const REGISTRATION = 'POST /api/auth/complete-registration';
const PROFILE = 'POST /api/auth/complete-profile';
const NEXT = '?next=%2Fsettings%2Fapi';
const standing = {
  registration_complete: true,
  profile_complete: true,
  has_password: false,
  status_reason: null,
};
const empty = { first_name: null, last_name: null, company_name: null, phone_number: null, country: null };
const complete = testUser({ standing });
const social = testUser({
  status: 'pending',
  profile: empty,
  standing: { ...standing, registration_complete: false, profile_complete: false },
});
const fresh = testUser({
  profile: { ...empty, company_name: 'Halden Outdoor', country: 'AT' },
  standing: { ...standing, profile_complete: false },
});

const textbox = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const country = () => screen.getByLabelText<HTMLSelectElement>('Country');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => window.sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('complete-registration', () => {
  test('role, company, country and terms, and on to where one wanted to go', async () => {
    const { calls, address } = renderAuth(
      `/auth/complete-registration${NEXT}`,
      { [REGISTRATION]: { ...complete, role: 'publisher' } },
      { user: social },
    );
    expect(document.title).toBe('Complete registration - EzDash');
    await userEvent.click(screen.getByRole('radio', { name: /Publish/ }));
    await fillIn(textbox('Company or site'), 'Alpine Weather');
    await userEvent.selectOptions(country(), 'CH');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Complete registration');
    await waitFor(() => expect(address()).toBe(`/auth/login${NEXT}`));
    expect(calls.map(({ body }) => body)).toEqual([
      { role: 'publisher', company_name: 'Alpine Weather', country: 'CH', terms_version: TERMS_VERSION },
    ]);
  });

  test('what is missing is named at once and nothing is sent', async () => {
    const { calls } = renderAuth('/auth/complete-registration', {}, { user: social });
    await press('Complete registration');
    for (const text of [
      'Enter the name of your company or site',
      'Say which country you are in',
      'Agree to the terms to go on',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(textbox('Company')));
    expect(calls).toEqual([]);
  });

  test('a refused field, refused terms, and a registration that was completed elsewhere', async () => {
    const { answer, address } = renderAuth(
      '/auth/complete-registration',
      {
        [REGISTRATION]: reply(
          422,
          refusal('INVALID_INPUT', 'x', { country: ['We cannot serve this country'] }),
        ),
      },
      { user: social },
    );
    await fillIn(textbox('Company'), 'Halden');
    await userEvent.selectOptions(country(), 'AT');
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Complete registration');
    expect(await screen.findByText('We cannot serve this country')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(country()));
    const errors = { terms_version: ['The terms have changed'] };
    answer({ [REGISTRATION]: reply(422, refusal('INVALID_INPUT', 'Check it', errors)) });
    await press('Complete registration');
    expect((await screen.findByRole('alert')).textContent).toContain('The terms have changed');
    answer({
      [REGISTRATION]: reply(409, refusal('REGISTRATION_COMPLETE', 'It is complete already')),
      'GET /api/auth/me': { user: complete, csrf_token: 'x' },
    });
    await press('Complete registration');
    await waitFor(() => expect(address()).toBe('/auth/login'));
  });

  test('who has nothing to complete is led on; who does not want to may leave', async () => {
    const { address, unmount } = renderAuth('/auth/complete-registration', {}, { user: complete });
    expect(address()).toBe('/auth/login');
    unmount();
    const go = jest.spyOn(page, 'go').mockImplementation(() => undefined);
    renderAuth('/auth/complete-registration', { 'POST /api/auth/logout': reply(204) }, { user: social });
    expect(screen.getByText('Signed in as ines@halden.test.')).toBeTruthy();
    await press('Sign out');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/'));
  });
});

describe('complete-profile', () => {
  test('what is known is filled in, and what is left out is null', async () => {
    const { calls, address } = renderAuth(
      `/auth/complete-profile${NEXT}`,
      { [PROFILE]: complete },
      { user: fresh },
    );
    expect(document.title).toBe('Complete profile - EzDash');
    expect([textbox('Company').value, country().value]).toEqual(['Halden Outdoor', 'AT']);
    await fillIn(textbox('First name'), 'Ines');
    await fillIn(textbox('Last name'), 'Vidal');
    await fillIn(textbox(/^Tax ID/), 'atu 12345678');
    await press('Save and continue');
    await waitFor(() => expect(address()).toBe(`/auth/login${NEXT}`));
    expect(calls.map(({ body }) => body)).toEqual([
      {
        first_name: 'Ines',
        last_name: 'Vidal',
        company_name: 'Halden Outdoor',
        country: 'AT',
        phone_number: null,
        tax_id: 'atu 12345678',
      },
    ]);
  });

  test('what is missing or wrong stands at its field; the server’s refusals too', async () => {
    const { calls } = renderAuth(
      '/auth/complete-profile',
      { [PROFILE]: reply(422, refusal('INVALID_INPUT', 'x', { tax_id: ['Not a number of Austria'] })) },
      { user: fresh },
    );
    await fillIn(textbox(/^Phone/), 'none');
    await press('Save and continue');
    for (const text of [
      'Enter your first name',
      'Enter your last name',
      'Use digits, with the country code in front',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(textbox('First name')));
    expect(calls).toEqual([]);
    await fillIn(textbox('First name'), 'Ines');
    await fillIn(textbox('Last name'), 'Vidal');
    await userEvent.clear(textbox(/^Phone/));
    await userEvent.type(textbox(/^Tax ID/), 'X1');
    await press('Save and continue');
    expect(await screen.findByText('Not a number of Austria')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(textbox(/^Tax ID/)));
  });

  test('later: asked no more while the browser’s session lasts', async () => {
    const { address, calls, unmount } = renderAuth(`/auth/complete-profile${NEXT}`, {}, { user: fresh });
    await press('Do this later');
    expect(address()).toBe('/settings/api');
    expect(window.sessionStorage.getItem('ezdash_profile_later')).toBe(String(fresh.id));
    expect(calls).toEqual([]);
    unmount();
    const without = renderAuth('/auth/complete-profile?next=%2F%2Fevil.test', {}, { user: fresh });
    await press('Do this later');
    expect(without.address()).toBe('/advertiser');
  });

  test.each([
    ['complete', complete],
    ['not active', { ...fresh, status: 'suspended' as const }],
  ])('whose profile is %s is led on', (_, user) => {
    expect(renderAuth('/auth/complete-profile', {}, { user }).address()).toBe('/auth/login');
  });
});
