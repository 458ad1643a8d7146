import { dayIn, isWholeReference, noonOf, readReference } from './reference';

test.each([
  ['D-7K3M-Q9XB', 'D-7K3M-Q9XB'],
  ['d 7k3m q9xb', 'D-7K3M-Q9XB'],
  ['d7k3mq9xb', 'D-7K3M-Q9XB'],
  ['INV 2025/12', 'INV202512'],
])('a bank may write %s', (text, reference) => expect(readReference(text)).toBe(reference));

test.each([
  ['', false],
  ['D-7K3M', false],
  ['D-7K3M-Q9XB', true],
  ['d7k3mq9xb', true],
])('%p is whole: %p', (text, whole) => expect(isWholeReference(text)).toBe(whole));

test('the day is that of the zone, and its noon lies in it', () => {
  const late = new Date('2025-11-21T23:30:00Z');
  expect(dayIn('UTC', late)).toBe('2025-11-21');
  expect(dayIn('Asia/Tokyo', late)).toBe('2025-11-22');
  expect(noonOf('2025-11-22')).toBe('2025-11-22T12:00:00.000Z');
});
