import { Router } from 'express';
import { createDebugPage, type DebugPage } from '../../platform/auth';
import type { Guard, Mount } from '../../platform/http';
import { consoleMounts } from './console.routes';
import { createDebugRoutes, DEBUG_PATH, type DebugRoutes } from './debugRoute';
import { debugToolRouter } from './debugTool.routes';
import { createDebugToolService, type DebugToolDeps, type DebugToolService } from './debugTool.service';
import { createOperatorGuard, createOperatorReadGuard } from './operatorGuard';
import { createWindowDoor, type WindowDoor } from './windowDoor';

export interface DebugToolFeature {
  service: DebugToolService;
  /** The signed cookie of browsers in which the tool is activated. */
  page: DebugPage;
  /** For features that add tabs: routes behind a debug session, audited. */
  routes: DebugRoutes;
  /** Where those features put them: behind the tool's own routes, before what does not exist. */
  tabs: Router;
  /** In front of everything of the console, `/api/operator/…`. */
  operatorGuard: Guard;
  /** In front of what admins read of others outside the console (`Mount.operatorReads`). */
  operatorReadGuard: Guard;
  /** In front of what a window of an admin's begins. */
  windowDoor: WindowDoor;
  mounts: Mount[];
}

/** The admin's in-page tool: its sessions, its audit, the Page tab and the Logs tab's lines; and the console's door. */
export function createDebugToolFeature(deps: DebugToolDeps & { secure: boolean }): DebugToolFeature {
  const { clock, secret, secure } = deps;
  const service = createDebugToolService(deps);
  const page = createDebugPage({ secret, secure, now: () => clock.nowMs() });
  const door = { service, page, secure };
  const routes = createDebugRoutes(door);
  const tabs = Router();
  const router = Router();
  router.use(routes.noOptions, routes.csrf);
  router.use(debugToolRouter({ ...door, routes, clock }));
  router.use(tabs);
  router.use(routes.unknown);
  return {
    service,
    page,
    routes,
    tabs,
    operatorGuard: createOperatorGuard(door),
    operatorReadGuard: createOperatorReadGuard(door),
    windowDoor: createWindowDoor(door),
    mounts: [
      // The check is the router's own first step, so that the audit has what it refuses.
      { path: DEBUG_PATH, router, csrf: false },
      ...consoleMounts({ service, clock }),
    ],
  };
}

export { type AuditHead, type AuditState, checkAudit } from './checkAudit';
export { requireDebugProof } from './debugProof';
export type { DebugRoutes } from './debugRoute';
export type { DebugSession } from './debugTool.repo';
export type { DebugToolService } from './debugTool.service';
export { inspectorRoutes } from './inspector/inspector.routes';
export { noteForAudit } from './operatorGuard';
export type { WindowDoor } from './windowDoor';
