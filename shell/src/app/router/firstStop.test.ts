import type { Role, User } from '@ezdash/contracts';
import { firstStop, registrationOwed, waitsForRegistration } from './firstStop';

type Given = { role?: Role; status?: User['status']; registered?: boolean; profiled?: boolean };
const done = { has_password: true, status_reason: null };

function userWith({
  role = 'advertiser',
  status = 'active',
  registered = true,
  profiled = true,
}: Given): User {
  const standing = { ...done, registration_complete: registered, profile_complete: profiled };
  return { role, status, standing } as User;
}

test.each<[Given, string | null]>([
  [{}, null],
  [{ profiled: false }, '/auth/complete-profile'],
  [{ status: 'pending' }, '/auth/status'],
  [{ status: 'pending', profiled: false }, '/auth/status'],
  [{ status: 'pending', registered: false, profiled: false }, '/auth/complete-registration'],
  [{ registered: false }, '/auth/complete-registration'],
  [{ status: 'suspended' }, '/auth/status'],
  [{ status: 'suspended', registered: false }, '/auth/status'],
  [{ status: 'ADK rejected' }, '/auth/status'],
  [{ role: 'admin', status: 'suspended', registered: false, profiled: false }, null],
])('%j stops at %s', (given, stop) => {
  expect(firstStop(userWith(given), false)).toBe(stop);
});

test('a profile that was put off is not asked for; a status is no matter of wishes', () => {
  expect(firstStop(userWith({ profiled: false }), true)).toBeNull();
  expect(firstStop(userWith({ status: 'pending', profiled: false }), true)).toBe('/auth/status');
});

test('a user of a page that was made before there was a standing goes on', () => {
  const user = { role: 'advertiser', status: 'active' } as User;
  expect(firstStop(user, false)).toBeNull();
  expect(registrationOwed(user)).toBe(false);
});

test.each([
  ['/', true],
  ['/advertiser/dashboard', true],
  ['/settings/profile', true],
  ['/settings/appearance', false],
  ['/settings/appearance/', false],
  ['/help', false],
  ['/helpless', true],
  ['/auth/status', false],
])('%s waits for the registration: %s', (pathname, waits) => {
  expect(waitsForRegistration(pathname)).toBe(waits);
});
