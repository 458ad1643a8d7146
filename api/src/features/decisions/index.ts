import type { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { Engine } from '../serving';
import { createTraceWriter, type TraceWriter } from './createTraceWriter';
import { decisionMounts } from './decisions.routes';
import { createDecisionService, type DecisionService } from './decisions.service';
import { createTraceMetrics } from './metrics';
import { createReasonsService, type ReasonsService } from './reasons.service';
import { tagDebugMounts } from './tagDebug.routes';
import { createTagDebugService } from './tagDebug.service';

export interface DecisionsDeps {
  db: Db;
  clock: Clock;
  log: Log;
  /** The ad server of this process; null while there is none. */
  engine: () => Engine | null;
  metrics?: Registry;
  /** The server's own; the key that signs the tag debugger's tokens is derived from it. Without one there is no debugger. */
  secret?: string;
}

export interface DecisionsFeature {
  decisions: DecisionService;
  reasons: ReasonsService;
  writer: TraceWriter;
  mounts: Mount[];
}

/** Why campaigns were not shown and zones stayed empty (docs/adr/0013). */
export function createDecisionsFeature(deps: DecisionsDeps): DecisionsFeature {
  const { db, clock, engine } = deps;
  const decisions = createDecisionService(deps);
  const reasons = createReasonsService({ db });
  const metrics = createTraceMetrics(engine, deps.metrics);
  return {
    decisions,
    reasons,
    writer: createTraceWriter({ ...deps, metrics }),
    mounts: [
      ...decisionMounts({ decisions, reasons, clock }),
      ...(deps.secret === undefined
        ? []
        : tagDebugMounts(createTagDebugService({ db, clock, secret: deps.secret }))),
    ],
  };
}

export { createTraceWriter, type TraceWriter } from './createTraceWriter';
export { reasonsPeriod, reasonsQuery } from './decisions.routes';
export type { DecisionService } from './decisions.service';
export { missedPart } from './missedPart';
export type { ReasonsService } from './reasons.service';
export { isTold } from './rivals';
