import type { Request } from 'express';
import { AppError, ForbiddenError } from '../../platform/errors';
import { auditedPath, type DebugRoutesDeps } from './debugRoute';

/** What a window that is led on is answered with. */
const LED_ON = 303;
const FAILED = 500;

/**
 * For what an admin begins in a window of its own: nobody can send a token along with an address. Runs the work when the signed
 * cookie of the browser names a live debug session of the admin who is signed in, so that the sign-in alone begins nothing.
 * In the audit either way before it is answered. Throws 403 CONSOLE_LOCKED, and whatever the work throws.
 */
export type WindowDoor = <T>(req: Request, adminId: number, work: () => Promise<T>) => Promise<T>;

export function createWindowDoor({ service, page }: Pick<DebugRoutesDeps, 'service' | 'page'>): WindowDoor {
  return async (req, adminId, work) => {
    const claims = page.read(req);
    const named = claims && (await service.liveSession(claims.session));
    const session = named?.admin.id === adminId ? named : null;
    const { method } = req;
    const audit = (status: number) => {
      const entry = { adminId, debugSessionId: session?.id ?? null, method, path: auditedPath(req), status };
      return service.audit({ ...entry, detail: {} }, req.ip ?? '');
    };
    const refuse = async (error: unknown): Promise<never> => {
      await audit(error instanceof AppError ? error.status : FAILED);
      throw error;
    };
    if (!session) return refuse(new ForbiddenError('Sign in to the console first', 'CONSOLE_LOCKED'));
    const value = await work().catch(refuse);
    await audit(LED_ON);
    return value;
  };
}
