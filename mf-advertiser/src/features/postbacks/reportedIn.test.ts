import { reportedIn } from './reportedIn';

test.each([
  ['goal=g_1&value=49.90&status=pending', { value: '49.90', status: 'pending' }],
  ['/postback?goal=g_1&value=49.90', { value: '49.90', status: null }],
  ['goal=g_1&value=', { value: null, status: null }],
  ['', { value: null, status: null }],
])('%s', (request, said) => {
  expect(reportedIn(request)).toEqual(said);
});
