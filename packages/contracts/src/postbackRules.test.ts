import { conversionStatusOf } from './postbackRules';
import { outgoingPostbackInput } from './postbacks';

test.each([
  ['approved', 'approved'],
  [' SALE ', 'approved'],
  ['1', 'approved'],
  ['lead', 'pending'],
  ['hold', 'pending'],
  ['Rejected', 'rejected'],
  ['chargeback', 'rejected'],
])('%p is %s', (word, status) => expect(conversionStatusOf(word)).toBe(status));

test.each(['', 'sold', '{status}', '3', 'constructor'])('%p is none', (word) =>
  expect(conversionStatusOf(word)).toBeNull(),
);

const parse = (url: string) => outgoingPostbackInput.safeParse({ name: 'Ours', url });

test.each([
  'https://tracker.example/hook?id={click_id}&sum={value:raw}',
  'https://tracker.example/{goal}/{status}',
  'http://tracker.example:8080/',
])('%s may be called', (url) => expect(parse(url).success).toBe(true));

test.each([
  'tracker.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://{goal}.example/',
  'https://tracker.example{goal}/',
  'https://user:word@tracker.example/',
  'https://tracker.example/?id={clickid}',
  'https://tracker.example/?id={click_id:twice}',
])('%s may not', (url) => expect(parse(url).success).toBe(false));
