import { type DebugViewAnswer, debugViewRequest } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import type { DebugPage, DebugPageClaims } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type DebugRoutes, type DebugSession, requireDebugProof } from '../debug-tool';
import type { DebugViewService } from './debugView.service';

export interface DebugViewRouteDeps {
  service: DebugViewService;
  page: DebugPage;
  clock: Clock;
}

/** What the browser's cookie says already, of this debug session; the view aside. */
function claimsOf(page: DebugPage, req: Request, session: DebugSession): DebugPageClaims {
  const known = page.read(req);
  if (known?.session !== session.id) return { session: session.id, until: session.expiresAt.getTime() };
  const { view: _, ...kept } = known;
  return kept;
}

/** The debug tool's calls that begin and end a view with a user's eyes. */
export function debugViewRoutes(
  tabs: Router,
  { closed }: DebugRoutes,
  { service, page, clock }: DebugViewRouteDeps,
): void {
  tabs.post(
    '/view',
    closed({ body: debugViewRequest }, async ({ body, req, res }, { session, detail }) => {
      detail.user_id = body.user_id;
      requireDebugProof(session, req, clock.nowMs());
      const view = await service.begin(session, body.user_id);
      Object.assign(detail, { view: view.by.viewId, ends_at: view.by.endsAt.toISOString() });
      page.write(res, { ...claimsOf(page, req, session), view: view.by.viewId });
      return { view: await service.present(view) } satisfies DebugViewAnswer;
    }),
  );
  tabs.post(
    '/view/stop',
    closed({}, async ({ req, res }, { session, detail }) => {
      detail.user_ids = await service.end(session);
      page.write(res, claimsOf(page, req, session));
      return { view: null } satisfies DebugViewAnswer;
    }),
  );
}
