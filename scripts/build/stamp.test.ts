import { isStampOf, stampOf, wantsTypes } from './stamp.mjs';

test.each([
  [{}, false],
  [{ NODE_ENV: 'test' }, false],
  [{ NODE_ENV: 'production' }, true],
  [{ NODE_ENV: 'production', RELEASE_TYPES: '0' }, false],
  [{ RELEASE_TYPES: '1' }, true],
])('with %j remotes have their types: %s', (env, wanted) => {
  expect(wantsTypes(env)).toBe(wanted);
});

test.each([
  ['without types', false, 'without', false, true],
  ['without types', false, 'with', true, false],
  ['with types', true, 'without', false, true],
  ['with types', true, 'with', true, true],
])('built %s (%s), wanted %s (%s): fresh is %s', (_, has, __, wanted, fresh) => {
  expect(isStampOf(stampOf('abc', has), 'abc', wanted)).toBe(fresh);
  expect(isStampOf(stampOf('abd', has), 'abc', wanted)).toBe(false);
});
