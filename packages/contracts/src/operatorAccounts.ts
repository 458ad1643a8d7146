import { z } from 'zod';
import { email, newPassword } from './accounts';
import { campaignPriority, campaignState } from './campaigns';
import { plainText, timestamp } from './common';
import { oneTimeToken } from './proofs';

/** What opens an account at this moment, as its page for staff shows it. */
export const operatorAccess = z.object({
  /** Whether a code of an authenticator app is asked for behind the password. */
  second_step: z.boolean(),
  passkeys: z.int(),
  sign_ins: z.int(),
  api_tokens: z.int(),
});
export type OperatorAccess = z.infer<typeof operatorAccess>;

/**
 * POST /api/operator/users/{id}/sign-out: ends its sign-ins and debug sessions and revokes its API tokens; one's own too.
 * POST /api/operator/users/{id}/reset-factors: takes away second step and passkeys and ends its sign-ins; its owner gets
 * a mail. 409 OWN_FACTORS for one's own, 409 NO_FACTORS. Both: recent proof, 422 without a reason; they answer
 * `operatorUserDetail`.
 */
export const operatorAccessChange = z.object({
  reason: plainText.trim().min(1, { error: 'Say why, for your colleagues to read' }).max(500),
});
export type OperatorAccessChange = z.infer<typeof operatorAccessChange>;

/** GET /api/operator/users/{id}/campaigns: those of an advertiser that are not archived; none of others. */
export const operatorUserCampaign = z.object({
  id: z.string(),
  name: z.string(),
  state: campaignState,
  priority: campaignPriority,
});
export type OperatorUserCampaign = z.infer<typeof operatorUserCampaign>;
export const operatorUserCampaigns = z.object({
  /** The newest that are not archived, `CAMPAIGN_LIST.mostBehindCursor` of them at most. */
  campaigns: z.array(operatorUserCampaign),
  /** How many there are. */
  total: z.int().optional(),
});
export type OperatorUserCampaigns = z.infer<typeof operatorUserCampaigns>;

const admin = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: z.string(),
  second_step: z.boolean(),
  last_login_at: timestamp.nullable(),
});
/** A mailed link that was neither used nor withdrawn; it works until `expires_at`. */
export const adminInvitation = z.object({
  id: z.int(),
  email: z.string(),
  /** Address of the admin who invites. */
  invited_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
});
export type AdminInvitation = z.infer<typeof adminInvitation>;

/** GET /api/operator/admins */
export const operatorStaff = z.object({ admins: z.array(admin), invitations: z.array(adminInvitation) });
export type OperatorStaff = z.infer<typeof operatorStaff>;

/**
 * POST /api/operator/admins (recent proof): mails a link that works once and for 24 hours; an earlier one to the address
 * works no more. 201 AdminInvitation; 409 ADDRESS_TAKEN when the address has an account, 429.
 * POST /api/operator/admins/invitations/{id}/withdraw (recent proof): 204; 404 when it is none that is open.
 */
export const adminInvitationRequest = z.object({ email });
export type AdminInvitationRequest = z.infer<typeof adminInvitationRequest>;

/**
 * POST /api/auth/accept-invitation: makes the admin's account; nobody is signed in by it. 204. 422 LINK_EXPIRED,
 * INVITATION_USED or INVITATION_WITHDRAWN for a link that works no more, 409 ADDRESS_TAKEN, 429.
 */
export const acceptInvitationRequest = z.object({ token: oneTimeToken, password: newPassword });
export type AcceptInvitationRequest = z.infer<typeof acceptInvitationRequest>;
