import { isReachedWithin } from './usePageFacts';

const HERE = 'http://localhost/advertiser/dashboard';
const ELSEWHERE = 'http://localhost/auth/login';

test.each([
  ['the first place', 'default', 'POP', HERE, false],
  ['the first place, where the browser does not tell', 'default', 'POP', null, false],
  ['a link', 'k1', 'PUSH', ELSEWHERE, true],
  ['a link to where the page was loaded', 'k1', 'PUSH', HERE, true],
  ['a place that is loaded anew', 'k1', 'POP', HERE, false],
  ['a step back', 'k1', 'POP', ELSEWHERE, true],
] as const)('%s', (_, key, type, loaded, isWithin) => {
  expect(isReachedWithin(key, type, HERE, loaded)).toBe(isWithin);
});
