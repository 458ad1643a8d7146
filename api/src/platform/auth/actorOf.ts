import type { Request } from 'express';
import type { AuthUser } from './currentUser';
import { type Visitor, visitorOf } from './visitor';

/** Who changes their account, and from what: named in the notice to the owner. */
export interface Actor {
  user: AuthUser;
  visitor: Visitor;
}

/** @param user whom the route has found signed in */
export const actorOf = (req: Request, user: AuthUser): Actor => ({ user, visitor: visitorOf(req) });
