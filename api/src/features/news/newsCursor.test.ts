import { ValidationError } from '../../platform/errors';
import { readPlace, writePlace } from './newsCursor';

test('a place is read as it was written', () => {
  for (const pinned of [true, false]) {
    const place = { pinned, publishedAt: new Date('2026-11-21T14:02:03.456Z'), id: 7 };
    expect(readPlace(writePlace(place))).toEqual(place);
  }
});

test.each([
  '',
  '1',
  'x-1-nw_1000',
  '1-1',
  '1-99999999999999999-nw_1000',
  '1-1-c_1000',
  "1-1-nw_1' OR 1=1",
  '0-1-nw_zzzzzzzzz',
])('%j is no place', (text) => {
  expect(() => readPlace(text)).toThrow(ValidationError);
});
