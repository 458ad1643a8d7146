import { sessionCookie } from '.';

test('behind https no other host can plant the cookie of a session', () => {
  expect(sessionCookie(true)).toBe('__Host-ez.sid');
  expect(sessionCookie(false)).toBe('ez.sid');
});
