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
}

declare module 'express-serve-static-core' {
  interface Request {
    authUser?: AuthUser | null;
  }
}

export function currentUser(req: Request): AuthUser | null {
  return req.authUser ?? null;
}
