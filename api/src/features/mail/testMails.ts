import type { TemplateData } from './templates/templates';

export const TEST_SITE = { appName: 'EzDash', appUrl: 'https://ads.example' };

/** What each template could be filled with, for tests and for looking at them. */
export const TEST_DATA: TemplateData = {
  'verify-email': { token: 'q7Zb2mC0w3eR9xYtA1sD4fGh', expiresInMinutes: 1440 },
  'reset-password': { token: 'Jk2Lm5Nq8Rt1Vw4Xz7Bc0Df3', expiresInMinutes: 60 },
  'password-changed': {
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
  'email-changed': {
    newEmail: 'jonas.keller@example.com',
    changedAt: '2026-11-21T13:02:00Z',
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
};
