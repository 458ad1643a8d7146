import { type TraceAnswer, type TraceList, traceAnswer, traceList } from '@ezdash/contracts';
import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { DebugPage } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail } from '../../../platform/db';
import { traceCalls } from '../../../platform/http';
import type { Log } from '../../../platform/log';
import type { Metrics } from '../../../platform/metrics';
import { createTracer, outsideTraces, type Tracer } from '../../../platform/trace';
import type { DebugRoutes } from '../debugRoute';
import { insertSpans, listSpans, listTraces, tidySpans } from './traces.repo';

export interface TracesDeps {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Name of this process. */
  node: string;
}

export interface TracesFeature {
  tracer: Tracer;
  /** Adds the routes of the Logs tab; → what keeps the timelines of calls, for the app. */
  serve(debugTool: { page: DebugPage; routes: DebugRoutes; tabs: Router }): RequestHandler;
  /** Begins to forget old timelines. */
  start(): void;
  stop(): Promise<void>;
}

const KEPT_MS = 24 * 3_600_000;
const TIDY_EVERY_MS = 3_600_000;

const byId = z.object({ id: z.string().regex(/^[\w-]{8,64}$/) });

/** What happened on the server because of a click of an admin who debugs (ADR 26). Other features write into it. */
export function createTracesFeature({ db, clock, log, metrics, node }: TracesDeps): TracesFeature {
  const tracer = createTracer({
    insert: (spans) => insertSpans(db, spans),
    node,
    log,
    metrics: metrics.registry,
    now: () => clock.nowMs(),
  });
  let timer: NodeJS.Timeout | undefined;

  const tidy = (): void =>
    void outsideTraces(() => tidySpans(db, new Date(clock.nowMs() - KEPT_MS))).catch((error: unknown) =>
      log.warn(errorDetail(error), 'Old timelines stay'),
    );

  return {
    tracer,
    serve({ page, routes: { closed }, tabs }) {
      tabs.get(
        '/traces',
        closed({}, async (_context, { session }) => {
          await tracer.flush();
          return traceList.parse({ traces: await listTraces(db, session.id) }) satisfies TraceList;
        }),
      );
      tabs.get(
        '/traces/:id',
        closed({ params: byId }, async ({ params }, { session }) => {
          await tracer.flush();
          const spans = await listSpans(db, session.id, params.id);
          return traceAnswer.parse({ correlation_id: params.id, spans }) satisfies TraceAnswer;
        }),
      );
      return traceCalls(tracer, page);
    },
    start() {
      tidy();
      timer = setInterval(tidy, TIDY_EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await tracer.stop();
    },
  };
}
