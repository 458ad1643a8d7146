import { z } from 'zod';
import { depositIdFor, forgetDepositId, newUuid } from './depositId';

const deposit = { amount_micros: 500_000_000, gateway: 'stripe', method_id: null, promo_code: null };

beforeEach(() => {
  forgetDepositId(1);
  forgetDepositId(2);
});
afterEach(() => jest.restoreAllMocks());

test('is a UUID as the contract takes it', () => {
  const ids = Array.from({ length: 200 }, newUuid);
  expect(new Set(ids).size).toBe(200);
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
});

test('the same content has the same id, until the server has answered', () => {
  const first = depositIdFor(1, deposit);
  expect(depositIdFor(1, { ...deposit })).toBe(first);
  forgetDepositId(1);
  expect(depositIdFor(1, deposit)).not.toBe(first);
});

test.each([
  ['amount', { amount_micros: 500_010_000 }],
  ['gateway', { gateway: 'sandbox' }],
  ['method', { method_id: '0b9f4b0e-6f0c-4f9e-8a53-000000000001' }],
  ['code', { promo_code: 'WELCOME10' }],
])('another %s is another deposit', (_field, change) => {
  const first = depositIdFor(1, deposit);
  expect(depositIdFor(1, { ...deposit, ...change })).not.toBe(first);
});

test('two people in one tab have ids of their own', () => {
  expect(depositIdFor(1, deposit)).not.toBe(depositIdFor(2, deposit));
});

test('where the tab keeps nothing, the page remembers', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Refused', 'SecurityError');
  });
  const first = depositIdFor(1, deposit);
  expect(depositIdFor(1, deposit)).toBe(first);
});
