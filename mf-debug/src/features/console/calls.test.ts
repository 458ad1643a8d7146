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
])('%s %s is called %s', (method, path, name) => {
  expect(name).toBeTruthy();
  expect(named[callKey(method, path)?.replace('console.call.', '') ?? '']).toBe(name);
});

test('looks, and calls nobody named, have no name', () => {
  expect(callKey('GET', '/debug-tool/xero/invoice/pay_10s0/pdf')).toBeNull();
  expect(callKey('POST', '/debug-tool/log')).toBeNull();
});
