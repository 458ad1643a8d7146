import { z } from 'zod';
import { lineText, timestamp } from './common';
import { SECOND_FACTORS } from './constants';

/** Six digits of an authenticator app; people write them with a space in between. */
export const totpCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, { error: 'Enter the six digits that the app shows' }));
/** Ten letters and digits, written in two groups: `k7m2q-9xw4d`. */
export const recoveryCode = z
  .string()
  .transform((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().regex(/^[a-z0-9]{10}$/, { error: 'Enter one of your recovery codes' }));

export const secondFactor = z.enum(SECOND_FACTORS);
export type SecondFactor = z.infer<typeof secondFactor>;

/**
 * POST /api/auth/second-factor, within five minutes after a log-in that answered `second_factor`; answers
 * SessionAnswer. 422 WRONG_CODE (of the field `code`), 409 NO_LOGIN when there is no log-in that waits or it is too
 * old, 429.
 */
export const secondFactorRequest = z.discriminatedUnion('method', [
  z.object({ method: z.literal('totp'), code: totpCode }),
  z.object({ method: z.literal('recovery'), code: recoveryCode }),
]);
export type SecondFactorRequest = z.infer<typeof secondFactorRequest>;

/** POST /api/settings/factors/totp (recent proof): a secret that counts once a code of it was confirmed. */
export const totpSetup = z.object({
  /** Base32, as it is typed into an app that cannot scan. */
  secret: z.string(),
  /** `otpauth://totp/…`, what the picture to scan holds. */
  otpauth_url: z.string(),
});
export type TotpSetup = z.infer<typeof totpSetup>;

/** POST /api/settings/factors/totp/confirm; 422 WRONG_CODE, 409 NO_SETUP when none was begun in the last 15 minutes. */
export const totpConfirmRequest = z.object({ code: totpCode });
export type TotpConfirmRequest = z.infer<typeof totpConfirmRequest>;

/** The only time that the codes are shown; also of POST /api/settings/factors/recovery-codes (recent proof). */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by a password manager and so on more than one device. */
  synced: z.boolean(),
  created_at: timestamp,
  /** To the minute. */
  last_used_at: timestamp.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /api/settings/factors. DELETE /api/settings/factors/totp (recent proof) turns it off. */
export const factorList = z.object({
  totp: z.object({ enabled_at: timestamp }).nullable(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(passkey),
});
export type FactorList = z.infer<typeof factorList>;

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const extensions = z.record(z.string(), z.unknown());
const attachment = z.enum(['cross-platform', 'platform']).optional();

/**
 * POST /api/settings/passkeys/options (recent proof) and POST /api/auth/passkey/options: what
 * `navigator.credentials` is asked with, as JSON of WebAuthn level 3.
 */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** POST /api/settings/passkeys (201, the passkey); 422 WRONG_PASSKEY, 409 NO_CHALLENGE when it came too late. */
export const passkeyInput = z.object({
  name: lineText.min(1, { error: 'Give the passkey a name' }).max(60),
  response: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      authenticatorData: base64url.optional(),
      publicKey: base64url.optional(),
      publicKeyAlgorithm: z.number().optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
    clientExtensionResults: extensions,
    authenticatorAttachment: attachment,
  }),
});
export type PasskeyInput = z.infer<typeof passkeyInput>;

/** PATCH /api/settings/passkeys/:id; answers the passkey. DELETE (recent proof) takes it away. */
export const passkeyRename = passkeyInput.pick({ name: true });
export type PasskeyRename = z.infer<typeof passkeyRename>;

/**
 * POST /api/auth/passkey/verify: a sign-in without a password (answers SessionAnswer), and POST
 * /api/auth/confirm-passkey: the proof of whoever is signed in (answers ConfirmPasswordAnswer). 422 WRONG_PASSKEY,
 * 409 NO_CHALLENGE when it came too late.
 */
export const passkeyProof = z.object({
  response: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
    clientExtensionResults: extensions,
    authenticatorAttachment: attachment,
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;
