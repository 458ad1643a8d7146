import fc from 'fast-check';
import { ID_PREFIXES, type IdKind, publicId, rowId } from './ids';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];

test('every row survives the way out and back, for every kind', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.integer({ min: 0, max: 2 ** 31 - 1 }), (kind, row) => {
      expect(rowId(kind, publicId(kind, row))).toBe(row);
    }),
  );
});

test.each([
  '',
  'c',
  'c_',
  'z_1000',
  'c_100',
  'c_0zzz',
  'c_10 0',
  'C_1000',
  'c_1000\n',
  'c_-100',
  '101',
  'c_1000000000000',
])('%p is no campaign', (id) => expect(rowId('campaign', id)).toBeNull());

test('the ids of two kinds never look alike', () => {
  expect(new Set(kinds.map((kind) => publicId(kind, 5))).size).toBe(kinds.length);
});
