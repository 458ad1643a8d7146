import type { Request } from 'express';
import { AppError, ForbiddenError } from '../../platform/errors';
import { auditedPath, type DebugRoutesDeps } from './debugRoute';
import type { DebugSession } from './debugTool.repo';

/** What a window that is led on is answered with. */
const LED_ON = 303;
const FAILED = 500;

/** The admin's own live debug session that the browser's signed cookie names. Looking is no use: it keeps none alive. */
export async function windowSession(
  { service, page }: Pick<DebugRoutesDeps, 'service' | 'page'>,
  req: Request,
  adminId: number,
): Promise<DebugSession | null> {
  const claims = page.read(req);
  const named = claims && (await service.liveSession(claims.session));
  return named?.admin.id === adminId ? named : null;
}

/** What the audit has of a call that went well: a window is led on, unless it says otherwise. */
export interface WindowCall {
  status?: number;
  /** Never secrets. */
  detail?: Record<string, unknown>;
}

/**
 * For what an admin begins where no token can be sent along: in a window of its own, or on a connection for what is told at
 * once. Runs the work when the signed cookie of the browser names a live debug session of the admin who is signed in, so that
 * the sign-in alone begins nothing. In the audit either way before it is answered. Throws 403 CONSOLE_LOCKED, and whatever the
 * work throws.
 */
export type WindowDoor = <T>(
  req: Request,
  adminId: number,
  work: () => Promise<T>,
  call?: WindowCall,
) => Promise<T>;

export function createWindowDoor(deps: Pick<DebugRoutesDeps, 'service' | 'page'>): WindowDoor {
  const { service } = deps;
  return async (req, adminId, work, { status: done = LED_ON, detail = {} } = {}) => {
    const session = await windowSession(deps, req, adminId);
    const { method } = req;
    const audit = (status: number) => {
      const entry = { adminId, debugSessionId: session?.id ?? null, method, path: auditedPath(req), status };
      return service.audit({ ...entry, detail }, req.ip ?? '');
    };
    const refuse = async (error: unknown): Promise<never> => {
      await audit(error instanceof AppError ? error.status : FAILED);
      throw error;
    };
    if (!session) return refuse(new ForbiddenError('Sign in to the console first', 'CONSOLE_LOCKED'));
    const value = await work().catch(refuse);
    await audit(done);
    return value;
  };
}
