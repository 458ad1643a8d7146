import { decodeError } from './apiError';

test('what an answer says beside its fields is kept, and left out when that is nothing', () => {
  const known = { message: 'Refused', code: 'GATE_REFUSED', errors: {}, requestId: 'r1' };
  expect(decodeError(409, { ...known, verdict: { passed: false } })).toEqual({
    status: 409,
    ...known,
    extra: { verdict: { passed: false } },
  });
  expect(decodeError(409, known)).not.toHaveProperty('extra');
  expect(decodeError('network', null)).not.toHaveProperty('extra');
});
