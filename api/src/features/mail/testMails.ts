import type { TemplateData } from './templates/templates';

export const TEST_SITE = { appName: 'EzDash', appUrl: 'https://ads.example' };

/** What each template could be filled with, for tests and for looking at them. */
export const TEST_DATA: TemplateData = {
  'verify-email': { token: 'q7Zb2mC0w3eR9xYtA1sD4fGh', expiresInMinutes: 1440 },
  'already-registered': {},
  'reset-password': { token: 'Jk2Lm5Nq8Rt1Vw4Xz7Bc0Df3', expiresInMinutes: 60 },
  'password-changed': {
    device: 'Firefox 142 on Linux',
    changedAt: '2026-11-21T13:02:00Z',
    timeZone: 'Europe/Berlin',
    removed: [{ kind: 'social', name: 'Acme', added_at: '2026-11-20T13:02:00Z' }],
    remaining: [
      { kind: 'passkey', name: 'Desk', added_at: '2026-03-01T08:00:00Z' },
      { kind: 'totp', name: null, added_at: '2026-03-01T08:10:00Z' },
    ],
  },
  'security-changed': {
    what: 'passkey-added',
    device: 'Firefox 142 on Linux',
    changedAt: '2026-11-21T13:02:00Z',
    timeZone: 'Europe/Berlin',
  },
  'new-login': {
    device: 'Chrome 156 on macOS',
    place: 'Zürich, Switzerland',
    signedInAt: '2026-11-21T13:02:00Z',
    timeZone: 'Europe/Zurich',
  },
  'api-token-expiring': {
    tokenName: 'Nightly report',
    expiresAt: '2026-12-01T00:00:00Z',
    timeZone: 'UTC',
  },
  'account-approved': { role: 'publisher' },
  'account-rejected': {
    reason: 'The site you named shows no content of its own.\nAdd some pages and write to us again.',
  },
  'account-suspended': { reason: 'Two chargebacks in one month.' },
  'data-export-ready': { expiresAt: '2026-11-28T13:02:00Z', timeZone: 'Europe/Berlin' },
  'account-deletion-scheduled': { deletesAt: '2026-12-21T13:02:00Z', timeZone: 'Europe/Berlin' },
  'payment-method-changed': {
    change: 'added',
    kind: 'card',
    brand: 'Visa',
    last4: '4242',
    device: 'Firefox 142, Linux',
    changedAt: '2026-11-21T13:02:00Z',
    timeZone: 'Europe/Berlin',
  },
  'campaign-approved': {
    campaignId: 'c_1k7a',
    campaign: 'Spring sale',
    dailyBudgetMicros: 50_000_000,
    startsAt: '2026-12-01T00:00:00Z',
    approvedAt: '2026-11-21T13:02:00Z',
    timeZone: 'Europe/Berlin',
  },
  'campaign-rejected': {
    campaignId: 'c_1k7a',
    campaign: 'Spring sale',
    reasons: ['landing-page', 'quality'],
    message: 'The page answers with an error.\nThe text on the image cannot be read.',
  },
  'campaign-started': {
    campaignId: 'c_1k7a',
    campaign: 'Spring sale',
    dailyBudgetMicros: 50_000_000,
    startedAt: '2026-12-01T00:00:00Z',
    endsAt: '2026-12-24T12:00:00Z',
    timeZone: 'Europe/Berlin',
  },
  'campaign-paused': {
    campaignId: 'c_1k7a',
    campaign: 'Spring sale',
    why: 'daily-budget',
    budgetMicros: 50_000_000,
    stoppedAt: '2026-12-01T16:20:00Z',
    resumesAt: '2026-12-02T00:00:00Z',
    timeZone: 'Europe/Berlin',
  },
  'funds-low': { balanceMicros: 61_250_000, perDayMicros: 24_500_000, daysLeft: 2.5 },
  'funds-out': { balanceMicros: 1_200, campaigns: ['Spring sale', 'Bikes'], more: 3 },
  'property-approved': { propertyId: 'p_1k7a', property: 'Velo blog', domain: 'velo.example.com' },
  'property-rejected': {
    propertyId: 'p_1k7a',
    property: 'Velo blog',
    domain: 'velo.example.com',
    reason: 'The site shows no content of its own.',
  },
};
