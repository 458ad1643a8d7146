import { generateSecret, generateURI, verifySync } from 'otplib';

/** What every authenticator app can do: SHA-1, six digits, 30 seconds (RFC 6238). */
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

/** 160 random bits in base32. */
export const makeTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** What the picture to scan holds. */
export function otpauthUrl(secret: string, issuer: string, label: string): string {
  return generateURI({ issuer, label, secret });
}

/**
 * The step of 30 seconds that the code belongs to; null when it is no code of now. Clocks may be one step apart. The
 * caller takes each step once.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): bigint | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(nowMs / 1000),
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : null;
}
