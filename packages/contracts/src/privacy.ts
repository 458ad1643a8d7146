import { z } from 'zod';
import { timestamp } from './common';
import { EXPORT_STATES } from './constants';

/** An archive of all that is kept of a person: ZIP with JSON and CSV. */
export const dataExport = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  requested_at: timestamp,
  /** Until when it can be downloaded; null until it is ready. */
  expires_at: timestamp.nullable(),
  /** Null until it is ready. */
  bytes: z.number().int().nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/**
 * GET /api/settings/privacy. POST /api/settings/privacy/exports (recent proof) asks for an archive (202, the export;
 * 409 EXPORT_RUNNING; one a day, 429 EXPORT_TOO_SOON); GET /api/settings/privacy/exports/:id/archive downloads it (recent proof).
 */
export const privacyState = z.object({
  /** The last one that was asked for. */
  export: dataExport.nullable(),
  /** When the account will be deleted; null: not asked for. */
  deletes_at: timestamp.nullable(),
  /**
   * Why it cannot be deleted now; keys of the `settings` namespace. payable: earnings that are not paid out yet;
   * balance: money that was paid in and is not spent; admin: the last one of the network; owed: a credit line is
   * not repaid; payments: a deposit, a refund or a payout has not ended. The first two go away when the money is given up (`give_up_balance`).
   */
  deletion_blockers: z.array(z.enum(['payable', 'balance', 'admin', 'owed', 'payments'])),
});
export type PrivacyState = z.infer<typeof privacyState>;

/**
 * POST /api/settings/privacy/deletion (recent proof): the account stops at once (campaigns and zones are paused) and
 * is deleted 14 days later; until then DELETE takes it back. Both answer PrivacyState. 409 DELETION_BLOCKED.
 * `email` repeats the account's, as a check that it is meant.
 */
export const deletionRequest = z.object({
  email: z.string().trim().toLowerCase().max(254),
  /** The owner gives up what the account holds: it becomes the network's when the account is deleted. */
  give_up_balance: z.boolean().optional(),
});
export type DeletionRequest = z.infer<typeof deletionRequest>;
