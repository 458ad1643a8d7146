import { isNameOf } from './isNameOf';

test.each([
  ['auth', 'authLogIn', true],
  ['debug', 'debug', true],
  ['auth', 'auth2Rows', true],
  ['auth', 'authorList', false],
  ['auth', 'shellAuth', false],
  ['auth', 'aut', false],
])('of %s is %s: %s', (namespace, name, expected) => expect(isNameOf(namespace, name)).toBe(expected));
