import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import { createVisitorTest, type NetworkKinds } from '../serving';
import { type ConversionService, createConversionService } from './conversions.service';
import { createSettler, type Settler } from './createSettler';
import { createGoalKeys } from './goalKey';
import { goalRoutes } from './goals.routes';
import { createGoalService, type GoalService } from './goals.service';
import { createConversionMetrics } from './metrics';
import { createPostbackRouters } from './postback.routes';

export interface ConversionsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** The server's own; the key for the goals' keys is derived from it. */
  secret: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  /** How many days of raw events are kept. */
  rawEventDays: number;
  metrics?: Registry;
  /** Whose networks are data centres' and our own; nobody's unless said. */
  networks?: NetworkKinds;
  /** Reports a minute of one goal from one address. */
  reportsPerMinute?: number;
}

export interface ConversionsFeature {
  goals: GoalService;
  conversions: ConversionService;
  settler: Settler;
  mounts: Mount[];
}

/** Goals of advertisers, and the conversions reported by postback and pixel (docs/conversions.md). */
export function createConversionsFeature(deps: ConversionsDeps): ConversionsFeature {
  const { db, clock, log, rawEventDays, reportsPerMinute } = deps;
  const keys = createGoalKeys(deps.secret);
  const metrics = createConversionMetrics(deps.metrics);
  const { onVerdict } = metrics;
  const goals = createGoalService({ ...deps, keys });
  const conversions = createConversionService({ db, clock, keys, onVerdict });
  const settler = createSettler({ db, clock, log, rawEventDays, onVerdict });
  const { postbackRouter, pixelRouter } = createPostbackRouters({
    service: conversions,
    metrics,
    visitorTest: createVisitorTest(deps.networks),
    reportsPerMinute,
  });
  return {
    goals,
    conversions,
    settler,
    mounts: [
      { path: '/api/conversion-goals', router: goalRoutes(goals, conversions) },
      { path: '/postback', router: postbackRouter, csrf: false, session: false },
      { path: '/pixel', router: pixelRouter, csrf: false, session: false },
    ],
  };
}

export type { ConversionReport, ConversionService } from './conversions.service';
export type { Settler } from './createSettler';
export type { GoalService } from './goals.service';
