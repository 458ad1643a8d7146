import type { accountStatus, Role } from '@ezdash/contracts';
import type { Request } from 'express';
import type { z } from 'zod';

/** What policies need to know of who is signed in, read afresh for every request. */
export interface AuthUser {
  id: number;
  email: string;
  role: Role;
  status: z.infer<typeof accountStatus>;
  accountTypeId: number;
  locale: string | null;
  timezone: string;
  /** When the password was last changed, ms since 1970; 0 when it is the first one. */
  passwordSetAtMs: number;
}

declare module 'express-serve-static-core' {
  interface Request {
    authUser?: AuthUser | null;
  }
}

export function currentUser(req: Request): AuthUser | null {
  return req.authUser ?? null;
}
