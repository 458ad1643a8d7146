import type { DebugView } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import { currentUser, type ViewOf } from '../../platform/auth';
import { type Db, errorDetail } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { DebugRoutes } from '../debug-tool';
import { debugViewRoutes } from './debugView.routes';
import { createDebugViewService, type DebugViewDeps } from './debugView.service';

export interface DebugViewFeatureDeps extends DebugViewDeps {
  debugTool: { routes: DebugRoutes; tabs: Router };
  log: Log;
}

/** How long a connection may hear of an account behind the end of a view that nobody stopped. */
const SWEEP_EVERY_MS = 10_000;

export interface DebugViewFeature {
  /** For the sessions: with whose eyes a call is made. */
  viewOf: ViewOf;
  /** For the page that a call asks for: whose eyes it is seen with; null for a visitor's own. */
  viewFor(req: Request): Promise<DebugView | null>;
  /** When staff looked at the account, for its owner's archive. */
  exportOf(userId: number, on?: Db): Promise<unknown>;
  /** Ends what was opened in views that are over: their time, their debug session, its admin. → how many views. */
  sweep(): Promise<number>;
  /** Begins to look for them. */
  start(): void;
  stop(): void;
}

/** An admin sees the pages as a user sees them: read only, half an hour at most, audited. */
export function createDebugViewFeature(deps: DebugViewFeatureDeps): DebugViewFeature {
  const { debugTool, page, clock, log } = deps;
  const service = createDebugViewService(deps);
  debugViewRoutes(debugTool.tabs, debugTool.routes, { service, page, clock });
  let timer: NodeJS.Timeout | undefined;
  const sweepQuietly = () =>
    void service
      .sweep()
      .catch((error: unknown) => log.warn(errorDetail(error), 'Views that are over were not looked for'));
  return {
    viewOf: service.viewOf,
    viewFor: async (req) => {
      const user = currentUser(req);
      return user && req.viewedBy ? service.present({ user, by: req.viewedBy }) : null;
    },
    exportOf: service.exportOf,
    sweep: service.sweep,
    start: () => {
      sweepQuietly();
      timer = setInterval(sweepQuietly, SWEEP_EVERY_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
