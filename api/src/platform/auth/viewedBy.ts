import type { Request } from 'express';
import { ForbiddenError } from '../errors';
import type { AuthUser } from './currentUser';

/** An admin of the network who sees the pages with somebody else's eyes. */
export interface ViewedBy {
  adminId: number;
  adminEmail: string;
  debugSessionId: number;
  viewId: number;
  endsAt: Date;
}

/** Whose eyes a call is made with, and by whom. */
export interface View {
  user: AuthUser;
  by: ViewedBy;
}

/** The view that a call is part of; null when it is its visitor's own. Throws 403 VIEW_ONLY for what a view may not do. */
export type ViewOf = (req: Request) => Promise<View | null>;

declare module 'express-serve-static-core' {
  interface Request {
    /** Set when `authUser` is not the visitor but an account that an admin looks at. */
    viewedBy?: ViewedBy;
  }
}

/** In words that do not end a debug session. */
export class ViewOnlyError extends ForbiddenError {
  constructor(message = "You see this account with its owner's eyes: nothing can be changed") {
    super(message, 'VIEW_ONLY');
  }
}
