import { z } from 'zod';
import { country, email, newPassword, role, sessionAnswer, taxId } from './accounts';
import { lineText, plainText, timestamp } from './common';
import { DEVICES, PASSWORD_MAX_LENGTH } from './constants';

/** The part of a mailed link that works once: 256 bits in base64url. */
export const oneTimeToken = z
  .string()
  .regex(/^[\w-]{43}$/, { error: 'This link is not whole. Open it from the mail again' });
const password = z.string().min(1, { error: 'Enter your password' }).max(PASSWORD_MAX_LENGTH);
const companyName = lineText.min(1, { error: 'Enter the name of your company or site' }).max(120);

/**
 * What is said where the answer must not tell more: the request was taken. 202 of `POST /api/auth/forgot-password`
 * (whether or not the account exists) and of `POST /api/auth/verify-email/resend`.
 */
export const acceptedAnswer = z.object({ accepted: z.literal(true) });
export type AcceptedAnswer = z.infer<typeof acceptedAnswer>;

/**
 * POST /api/auth/verify-email; 422 LINK_EXPIRED for a link that works no more. A link of a registration makes the
 * account and signs in; opened in another browser than it was asked for in, it asks for the password that was chosen
 * (422 PASSWORD_NEEDED; WRONG_PASSWORD), so that nobody finishes what a stranger began with their address.
 */
export const verifyEmailRequest = z.object({ token: oneTimeToken, password: password.optional() });
export type VerifyEmailRequest = z.infer<typeof verifyEmailRequest>;
export const verifyEmailAnswer = z.object({
  verified: z.literal(true),
  /** Who was signed in by it. */
  session: sessionAnswer.optional(),
});
export type VerifyEmailAnswer = z.infer<typeof verifyEmailAnswer>;

/** POST /api/auth/register/resend: the mail of a registration once more; 202 AcceptedAnswer whatever there is. */
export const resendRegistrationRequest = z.object({ email });
export type ResendRegistrationRequest = z.infer<typeof resendRegistrationRequest>;

/** POST /api/auth/forgot-password */
export const forgotPasswordRequest = z.object({ email });
export type ForgotPasswordRequest = z.infer<typeof forgotPasswordRequest>;

/** What signs in to an account beside its password, or is asked for behind it. */
export const wayIn = z.object({
  kind: z.enum(['passkey', 'social', 'totp']),
  /** How its owner calls the passkey; the provider of an account elsewhere; null for an authenticator app. */
  name: z.string().nullable(),
  added_at: timestamp,
});
export type WayIn = z.infer<typeof wayIn>;

/**
 * POST /api/auth/reset-password → what went with the old password, and what still opens the account; every session of it
 * is over. 422 LINK_EXPIRED.
 */
export const resetPasswordAnswer = z.object({ removed: z.array(wayIn), remaining: z.array(wayIn) });
export type ResetPasswordAnswer = z.infer<typeof resetPasswordAnswer>;

export const resetPasswordRequest = z.object({ token: oneTimeToken, password: newPassword });
export type ResetPasswordRequest = z.infer<typeof resetPasswordRequest>;

/** POST /api/auth/confirm-password; 422 WRONG_PASSWORD, 409 NO_PASSWORD. */
export const confirmPasswordRequest = z.object({ password });
export type ConfirmPasswordRequest = z.infer<typeof confirmPasswordRequest>;
/** Until then what asks for a recent proof (403 REAUTH_REQUIRED) is open. */
export const confirmPasswordAnswer = z.object({ confirmed_until: timestamp });
export type ConfirmPasswordAnswer = z.infer<typeof confirmPasswordAnswer>;

/** API tokens live on after a new password, unless they are to be revoked with it. */
const revokeApiTokens = z.boolean().optional();

/** PUT /api/settings/password; answers PasswordChanged: everybody else is signed out. */
export const changePasswordRequest = z.object({
  current_password: password,
  password: newPassword,
  revoke_api_tokens: revokeApiTokens,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** POST /api/settings/set-password, for accounts without one (409 PASSWORD_EXISTS); answers PasswordChanged. */
export const setPasswordRequest = z.object({ password: newPassword, revoke_api_tokens: revokeApiTokens });
export type SetPasswordRequest = z.infer<typeof setPasswordRequest>;

/** POST /api/auth/complete-registration, once, for accounts made by social sign-in; answers the changed user. */
export const completeRegistrationRequest = z.object({
  role: role.exclude(['admin']),
  company_name: companyName,
  country,
  terms_version: plainText.min(1, { error: 'Agree to the terms to go on' }),
  /** As that of `registerRequest`. */
  referral_code: plainText.max(40).optional(),
});
export type CompleteRegistrationRequest = z.infer<typeof completeRegistrationRequest>;

/** POST /api/auth/complete-profile; answers the changed user. */
export const completeProfileRequest = z.object({
  first_name: lineText.min(1, { error: 'Enter your first name' }).max(80),
  last_name: lineText.min(1, { error: 'Enter your last name' }).max(80),
  company_name: companyName,
  phone_number: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ()./-]{5,24}$/, { error: 'Use digits, with the country code in front' })
    .nullable(),
  country,
  tax_id: taxId.nullable(),
});
export type CompleteProfileRequest = z.infer<typeof completeProfileRequest>;

/** A place where the account is signed in. */
export const ownSession = z.object({
  /** Opaque; not the session's secret. */
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  device: z.enum(DEVICES),
  /** `Firefox 145`; null when it did not say. */
  browser: z.string().nullable(),
  /** `Windows`; null when it did not say. */
  system: z.string().nullable(),
  /** ISO 3166-1 alpha-2, from the address at sign-in; null when it is not known. */
  country: z.string().nullable(),
  signed_in_at: timestamp,
  /** To some minutes. */
  seen_at: timestamp,
});
export type OwnSession = z.infer<typeof ownSession>;

/**
 * GET /api/settings/sessions, and GET /api/operator/users/{id}/sessions of somebody else's: the one that asks first, then
 * those last seen.
 */
export const ownSessionList = z.object({ sessions: z.array(ownSession) });
export type OwnSessionList = z.infer<typeof ownSessionList>;

/** Answer of DELETE /api/settings/sessions and of new passwords: how many other sessions were ended. */
export const endedSessions = z.object({ ended: z.number().int() });
export type EndedSessions = z.infer<typeof endedSessions>;

/** What ended with an old password: sessions, and API tokens where that was asked for. */
export const passwordChanged = endedSessions.extend({ revoked_tokens: z.number().int() });
export type PasswordChanged = z.infer<typeof passwordChanged>;
