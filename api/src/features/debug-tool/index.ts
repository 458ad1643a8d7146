import type { Mount } from '../../platform/http';
import { createDebugRoutes, DEBUG_PATH, type DebugRoutes } from './debugRoute';
import { debugToolRouter } from './debugTool.routes';
import { createDebugToolService, type DebugToolDeps, type DebugToolService } from './debugTool.service';

/** The admin's in-page tool: its sessions, its audit, the Page tab and the Logs tab's lines. */
export function createDebugToolFeature(deps: DebugToolDeps & { secure: boolean }): {
  service: DebugToolService;
  /** For features that add tabs: routes behind a debug session, audited. */
  routes: DebugRoutes;
  mounts: Mount[];
} {
  const service = createDebugToolService(deps);
  const router = debugToolRouter({ service, clock: deps.clock, secure: deps.secure });
  return { service, routes: createDebugRoutes(service), mounts: [{ path: DEBUG_PATH, router }] };
}

export type { DebugRoutes } from './debugRoute';
