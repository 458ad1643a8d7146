import { refusalOf } from './verdict';

const verdict = {
  passed: false,
  checks: [{ check: 'entry', outcome: 'failed', detail: 'It answers 404.' }],
  shell_build: 'b1',
  checked_at: '2026-11-22T09:00:00.000Z',
};
const error = { status: 409, message: 'Refused', code: 'GATE_REFUSED', errors: {} };

test('a refusal is told by its code and a whole verdict', () => {
  expect(refusalOf({ ...error, extra: { verdict } })).toEqual(verdict);
  expect(refusalOf({ ...error, code: 'NO_CANARY', extra: { verdict } })).toBeNull();
  expect(refusalOf(error)).toBeNull();
  expect(refusalOf(undefined)).toBeNull();
});

test.each([
  ['no object', 'refused'],
  ['no checks', { ...verdict, checks: undefined }],
  ['a check of no outcome', { ...verdict, checks: [{ check: 'entry', outcome: 'lost', detail: '' }] }],
  ['a check without words', { ...verdict, checks: [{ check: 'entry', outcome: 'failed' }] }],
])('what is no verdict is none: %s', (_, broken) => {
  expect(refusalOf({ ...error, extra: { verdict: broken } })).toBeNull();
});
