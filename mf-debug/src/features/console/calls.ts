/** Method and path of an audited call → key of its name under `console.call`; the first that fits. */
const CALLS: readonly (readonly [method: string, path: RegExp, key: string])[] = [
  ['POST', /^\/api\/operator\/reviews\//, 'review'],
  ['POST', /^\/api\/operator\/properties\//, 'property'],
  ['PATCH', /^\/api\/operator\/campaigns\//, 'campaign'],
  ['POST', /^\/api\/operator\/users\/[^/]+\/status$/, 'status'],
  ['POST', /^\/api\/operator\/users\/[^/]+\/account-type$/, 'accountType'],
  ['POST', /^\/api\/operator\/bank-transfers$/, 'transfer'],
  ['POST', /^\/api\/operator\/payments\/[^/]+\/refunds$/, 'refund'],
  ['POST', /^\/api\/operator\/payouts\/[^/]+\/decision$/, 'payoutDecision'],
  ['POST', /^\/api\/operator\/payouts\/[^/]+\/outcome$/, 'payoutOutcome'],
  ['POST', /^\/api\/operator\/payout-batches$/, 'batch'],
  ['GET', /^\/api\/operator\/payout-batches\/.+\.csv$/, 'bankFile'],
  ['PUT', /^\/api\/operator\/publishers\//, 'terms'],
  ['PUT', /^\/api\/operator\/credit-lines\//, 'credit'],
  ['POST', /^\/api\/operator\/promo-codes$/, 'promoMade'],
  ['PUT', /^\/api\/operator\/promo-codes\//, 'promoChanged'],
  ['POST', /^\/api\/operator\/news\/preview$/, 'newsPreview'],
  ['POST', /^\/api\/operator\/news\/[^/]+\/publish$/, 'newsPublished'],
  ['POST', /^\/api\/operator\/news\/[^/]+\/withdraw$/, 'newsWithdrawn'],
  ['POST', /^\/api\/operator\/news$/, 'newsMade'],
  ['PUT', /^\/api\/operator\/news\//, 'newsChanged'],
  ['DELETE', /^\/api\/operator\/news\//, 'newsDeleted'],
  ['POST', /^\/api\/operator\/conversations\/[^/]+\/messages$/, 'answer'],
  ['POST', /^\/api\/operator\/conversations\/[^/]+\/state$/, 'conversationState'],
  ['POST', /^\/api\/operator\/dead-letters\//, 'replay'],
  ['POST', /^\/(?:api\/operator\/xero\/invoices|debug-tool\/xero\/invoice)\//, 'invoice'],
  ['PUT', /^\/api\/operator\/xero$/, 'xeroChanged'],
  ['POST', /^\/(?:api\/operator|debug-tool)\/xero\/auth$/, 'xeroConnect'],
  ['POST', /^\/(?:api\/operator\/xero\/disconnect|debug-tool\/xero\/clear-credentials)$/, 'xeroDisconnect'],
  ['POST', /^\/(?:api\/operator\/debug-sessions|debug-tool\/sessions)\/[^/]+\/end$/, 'sessionEnded'],
  ['POST', /^\/debug-tool\/activate$/, 'signedIn'],
  ['POST', /^\/debug-tool\/deactivate$/, 'signedOut'],
  ['POST', /^\/debug-tool\/prove$/, 'proved'],
  ['POST', /^\/debug-tool\/view$/, 'viewBegun'],
  ['POST', /^\/debug-tool\/view\/stop$/, 'viewEnded'],
  ['POST', /^\/debug-tool\/user\/update-property$/, 'propertySet'],
  ['POST', /^\/debug-tool\/user\/undo$/, 'propertyUndone'],
  ['POST', /^\/debug-tool\/remotes\/override$/, 'release'],
];

/** What a call of the audit does, as the key of its name; null for looks and for calls that have none. */
export function callKey(method: string, path: string): string | null {
  const found = CALLS.find(([ofMethod, expression]) => ofMethod === method && expression.test(path));
  return found ? `console.call.${found[2]}` : null;
}
