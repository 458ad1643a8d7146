import type { Router } from 'express';
import type { Clock } from '../../platform/clock';
import type { DebugRoutes } from '../debug-tool';
import { debugUserRoutes } from './debugUser.routes';
import { createDebugUserService, type DebugUserDeps } from './debugUser.service';

export interface DebugUserFeatureDeps extends DebugUserDeps {
  clock: Clock;
  /** The debug tool's routes, and where tabs of other features go. */
  debugTool: { routes: DebugRoutes; tabs: Router };
}

/** The User tab of the debug tool. */
export function addDebugUser({ debugTool, clock, ...deps }: DebugUserFeatureDeps): void {
  debugUserRoutes(debugTool.tabs, debugTool.routes, { service: createDebugUserService(deps), clock });
}
