import { reportedIn } from './reportedIn';

test.each([
  ['goal=g_1&value=49.90&status=pending', { value: '49.90', status: 'pending', unread: [] }],
  ['/postback?goal=g_1&value=49.90', { value: '49.90', status: null, unread: [] }],
  ['goal=g_1&value=', { value: null, status: null, unread: [] }],
  ['', { value: null, status: null, unread: [] }],
  ['value={payout}&status=deposit', { value: '{payout}', status: 'deposit', unread: ['value', 'status'] }],
])('%s', (request, said) => {
  expect(reportedIn(request)).toEqual(said);
});
