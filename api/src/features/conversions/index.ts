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
import { createTestGoal, type TestGoal } from './testGoal';
import type { NoteReport, TellConversion } from './told';

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
  /** Told in the transaction of each conversion that counts, waits for approval or is rejected; nobody unless given. */
  tell?: TellConversion;
  /** Told of each report once it is answered; nobody unless given. */
  note?: NoteReport;
}

export interface ConversionsFeature {
  goals: GoalService;
  conversions: ConversionService;
  settler: Settler;
  testGoal: TestGoal;
  mounts: Mount[];
}

/** Goals of advertisers, and the conversions reported by postback and pixel (docs/conversions.md). */
export function createConversionsFeature(deps: ConversionsDeps): ConversionsFeature {
  const { db, clock, log, rawEventDays, reportsPerMinute, tell, note } = deps;
  const keys = createGoalKeys(deps.secret);
  const metrics = createConversionMetrics(deps.metrics);
  const { onVerdict } = metrics;
  const goals = createGoalService({ ...deps, keys });
  const conversions = createConversionService({ db, clock, keys, onVerdict, tell });
  const settler = createSettler({ db, clock, log, rawEventDays, onVerdict, tell });
  const { postbackRouter, pixelRouter } = createPostbackRouters({
    service: conversions,
    metrics,
    visitorTest: createVisitorTest(deps.networks),
    reportsPerMinute,
    note,
    now: clock.now,
  });
  const testGoal = createTestGoal({ db, clock, log, goals, postbackRouter });
  return {
    goals,
    conversions,
    settler,
    testGoal,
    mounts: [
      { path: '/api/conversion-goals', router: goalRoutes(goals, conversions, testGoal) },
      { path: '/postback', router: postbackRouter, csrf: false, session: false },
      { path: '/pixel', router: pixelRouter, csrf: false, session: false },
    ],
  };
}

export type { ConversionReport } from './admitReport';
export type { ConversionService } from './conversions.service';
export type { Settler } from './createSettler';
export type { GoalService } from './goals.service';
export type { TestGoal } from './testGoal';
export type { NoteReport, ReportEntry, TellConversion, ToldConversion } from './told';
