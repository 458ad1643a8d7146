import type { AuthUser } from './currentUser';
import { refusal, refuseChange } from './policies';

const user = (role: AuthUser['role'], status: AuthUser['status']): AuthUser => ({
  id: 1,
  email: 'a@b.test',
  role,
  status,
  accountTypeId: 1,
  locale: null,
  timezone: 'UTC',
  passwordSetAtMs: 0,
});
const codeOf = (error: Error | null) => (error && 'code' in error ? error.code : null);

it.each([
  ['active', null],
  ['pending', 'ACCOUNT_NOT_ACTIVE'],
  ['suspended', 'ACCOUNT_NOT_ACTIVE'],
  ['ADK rejected', 'ACCOUNT_NOT_ACTIVE'],
] as const)('an account that is %s changes: %s', (status, code) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    expect(codeOf(refuseChange(user('advertiser', status), method))).toBe(code);
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(refuseChange(user('advertiser', status), method)).toBeNull();
  expect(codeOf(refusal(user('publisher', status), ['publisher'], 'GET'))).toBeNull();
  expect(codeOf(refusal(user('publisher', status), ['publisher'], 'POST'))).toBe(code);
  // An operator's pages close altogether.
  expect(codeOf(refusal(user('admin', status), ['admin'], 'GET'))).toBe(code);
});

it('guests are refused by who they are, not by what they change', () => {
  expect(refuseChange(null, 'POST')).toBeNull();
  expect(codeOf(refusal(null, ['admin'], 'GET'))).toBe('SIGN_IN_REQUIRED');
  expect(codeOf(refusal(user('publisher', 'suspended'), ['admin'], 'GET'))).toBe('WRONG_ROLE');
});
