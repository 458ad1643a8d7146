import { checkJsonShape } from './jsonShape';

const check = (text: string) => () => checkJsonShape(Buffer.from(text));

it.each([
  [
    '500 changes of four fields',
    JSON.stringify({ changed: Array(500).fill({ a: 1, b: [2], c: 'x,:[', d: null }) }),
  ],
  ['texts full of signs', JSON.stringify({ text: '[{,:"\\'.repeat(10_000) })],
  ['500 fields', JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 0])))],
  ['what is no JSON', '}}}]]]"'],
])('takes %s', (_what, text) => {
  expect(check(text)).not.toThrow();
});

it.each([
  ['values', JSON.stringify(Array(8_100).fill(0))],
  [
    'fields of an object',
    JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`k${at}`, 0]))),
  ],
  ['levels', `${'['.repeat(41)}${']'.repeat(41)}`],
  ['empty lists', `[${'[],'.repeat(5_000)}[]]`],
])('refuses too many %s', (_what, text) => {
  expect(check(text)).toThrow(expect.objectContaining({ status: 400, code: 'BODY_TOO_COMPLEX' }));
});
