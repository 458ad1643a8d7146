import { Router } from 'express';
import type { Mount } from '../../platform/http';
import { createDebugRoutes, DEBUG_PATH, type DebugRoutes } from './debugRoute';
import { debugToolRouter } from './debugTool.routes';
import { createDebugToolService, type DebugToolDeps, type DebugToolService } from './debugTool.service';

/** The admin's in-page tool: its sessions, its audit, the Page tab and the Logs tab's lines. */
export function createDebugToolFeature(deps: DebugToolDeps & { secure: boolean }): {
  service: DebugToolService;
  /** For features that add tabs: routes behind a debug session, audited. */
  routes: DebugRoutes;
  /** Where those features put them: behind the tool's own routes, before what does not exist. */
  tabs: Router;
  mounts: Mount[];
} {
  const service = createDebugToolService(deps);
  const routes = createDebugRoutes(service, deps.secure);
  const tabs = Router();
  const router = Router();
  router.use(routes.csrf);
  router.use(debugToolRouter({ service, clock: deps.clock, secure: deps.secure }));
  router.use(tabs);
  router.use(routes.unknown);
  // The check is the router's own first step, so that the audit has what it refuses.
  return { service, routes, tabs, mounts: [{ path: DEBUG_PATH, router, csrf: false }] };
}

export { requireDebugProof } from './debugProof';
export type { DebugRoutes } from './debugRoute';
