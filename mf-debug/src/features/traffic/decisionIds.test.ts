import { readDecisionIds } from './decisionIds';

const ID = '0b0c1f9e-0000-4000-8000-000000000001';
const OTHER = '0b0c1f9e-0000-4000-8000-000000000002';

test.each([
  ['nothing', ' \n', []],
  ['a line each', `${ID}\n${OTHER}\n`, [ID, OTHER]],
  ['a file of a table', `"${ID}";"${OTHER}"\r\n`, [ID, OTHER]],
  ['the same twice, once in capitals', `${ID}, ${ID.toUpperCase()}`, [ID]],
])('%s', (_, text, ids) => {
  expect(readDecisionIds(text)).toEqual(ids);
});
