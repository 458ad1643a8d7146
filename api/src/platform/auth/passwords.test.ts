import { hash, verify } from '@node-rs/argon2';
import { verifyPassword } from './passwords';

jest.mock('@node-rs/argon2', () => ({
  hash: jest.fn(async () => '$argon2id$of-the-decoy'),
  verify: jest.fn(async () => true),
}));

test('nobody costs one verification too, against a hash of the same cost, and never matches', async () => {
  expect(await verifyPassword('$argon2id$of-somebody', 'secret')).toBe(true);
  expect(verify).toHaveBeenLastCalledWith('$argon2id$of-somebody', 'secret');
  expect(await verifyPassword(null, 'secret')).toBe(false);
  expect(verify).toHaveBeenCalledTimes(2);
  expect(verify).toHaveBeenLastCalledWith('$argon2id$of-the-decoy', 'secret');
});

test('the decoy is made once', async () => {
  await verifyPassword(null, 'another');
  expect(hash).toHaveBeenCalledTimes(1);
});
