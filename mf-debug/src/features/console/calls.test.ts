import texts from '../../locales/en.json';
import { callKey } from './calls';

const named: Record<string, string> = texts.console.call;

test.each([
  ['POST', '/debug-tool/xero/clear-credentials', 'Disconnected Xero'],
  ['POST', '/api/operator/xero/disconnect', 'Disconnected Xero'],
  ['POST', '/debug-tool/xero/invoice/pay_10s0', named.invoice],
  ['POST', '/api/operator/xero/invoices/pay_10s0', named.invoice],
  ['POST', '/debug-tool/xero/auth', 'Began to connect Xero'],
  ['POST', '/api/operator/deposits', 'Booked a transfer that nobody announced'],
  ['POST', '/api/operator/reversals/preview', 'Looked at what taking back traffic would move'],
  ['POST', '/api/operator/reversals', 'Took back invalid traffic'],
  ['POST', '/debug-tool/sessions/3/end', named.sessionEnded],
  ['POST', '/api/operator/releases/mf-auth/activate', 'Activated a release'],
  ['POST', '/api/operator/releases/mf-auth/canary', 'Gave a release to a share of visitors'],
  ['POST', '/api/operator/releases/mf-auth/canary/stop', 'Stopped a canary'],
  ['POST', '/api/operator/releases/mf-auth/plans/4/cancel', named.planCancelled],
  ['POST', '/api/operator/releases/mf-auth/unpin', named.unpinned],
  ['POST', '/api/operator/releases/mf-auth/team', named.teamAdded],
  ['POST', '/api/operator/releases/mf-auth/team/u_3a/remove', named.teamRemoved],
  ['POST', '/api/operator/releases/mf-auth/overrides/4/revoke', named.overrideRevoked],
  ['POST', '/api/operator/releases/tokens', 'Made a token for releases'],
  ['POST', '/api/operator/releases/tokens/4/revoke', named.releaseTokenRevoked],
])('%s %s is called %s', (method, path, name) => {
  expect(name).toBeTruthy();
  expect(named[callKey(method, path)?.replace('console.call.', '') ?? '']).toBe(name);
});

test('looks, and calls nobody named, have no name', () => {
  expect(callKey('GET', '/debug-tool/xero/invoice/pay_10s0/pdf')).toBeNull();
  expect(callKey('POST', '/debug-tool/log')).toBeNull();
});
