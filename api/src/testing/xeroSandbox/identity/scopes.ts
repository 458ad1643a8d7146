/**
 * What an app made since March 2026 may ask for: the broad `accounting.transactions` is not among them any more.
 * In the words in which the page asks.
 */
export const SCOPES: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'Read your name and Xero user id',
  email: 'Read your email address',
  offline_access: 'Stay connected while you are away',
  'accounting.invoices': 'View and manage your invoices, credit notes and items',
  'accounting.invoices.read': 'View your invoices, credit notes and items',
  'accounting.payments': 'View and manage your payments',
  'accounting.payments.read': 'View your payments',
  'accounting.contacts': 'View and manage your contacts',
  'accounting.contacts.read': 'View your contacts',
  'accounting.settings': 'View and manage your organisation settings',
  'accounting.settings.read': 'View your organisation settings',
};

/** The description still names the broad scope; these have come in its place. */
const INSTEAD_OF: Readonly<Record<string, Readonly<Record<'Invoices' | 'Payments', string>>>> = {
  'accounting.transactions': { Invoices: 'accounting.invoices', Payments: 'accounting.payments' },
  'accounting.transactions.read': {
    Invoices: 'accounting.invoices.read',
    Payments: 'accounting.payments.read',
  },
};

/** Whether one of the scopes of an operation is among those granted. */
export function isGranted(granted: readonly string[], wanted: readonly string[], path: string): boolean {
  const resource = /^\/payments/i.test(path) ? 'Payments' : 'Invoices';
  return (
    wanted.length === 0 ||
    wanted.some(
      (scope) => granted.includes(scope) || granted.includes(INSTEAD_OF[scope]?.[resource] ?? scope),
    )
  );
}
