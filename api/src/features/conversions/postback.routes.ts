import { type Postback, type PostbackAnswer, pixelQuery, postback, withoutAliases } from '@ezdash/contracts';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { addressKey, createLimiter } from '../../platform/auth';
import { isDisconnect } from '../../platform/db';
import { AppError, ServiceUnavailableError } from '../../platform/errors';
import { route } from '../../platform/http';
import { createVisitorTest, type VisitorTest } from '../serving';
import type { ConversionReport } from './admitReport';
import type { ConversionService } from './conversions.service';
import type { ConversionMetrics } from './metrics';
import { noteRefusal, noteVerdict, takeNotes } from './takeNotes';
import type { NoteReport } from './told';

const MOST_URL_LENGTH = 4_096;
const FORM_LIMIT = '10kb';
/** A minute and address: of all goals, and of one. */
const CALLS_A_MINUTE = 3_000;
const REPORTS_A_MINUTE = 1_200;
const MINUTE_SECONDS = 60;

export interface PostbackOptions {
  service: Pick<ConversionService, 'record'>;
  metrics: ConversionMetrics;
  /** Who asks for the pixel; only robots and prefetches are told apart unless it is given. */
  visitorTest?: VisitorTest;
  /** A minute and address, of one goal. */
  reportsPerMinute?: number;
  /** Told of every report of a goal; nobody unless given. */
  note?: NoteReport;
  now?: () => Date;
}

/** The smallest transparent GIF. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A program that never meant to change anything must not report a conversion. */
function refuseHead({ method }: Request): void {
  if (method === 'HEAD')
    throw new AppError(405, 'METHOD_NOT_ALLOWED', 'Report conversions by GET or POST', {
      headers: { Allow: 'GET, POST' },
    });
}

/** What the address and a form say, in one; what both say is said twice. A body that is no form is not read. */
const mergeForm: RequestHandler = (req, _res, next) => {
  const fields = new Map<string, unknown>(Object.entries(req.query));
  for (const [name, value] of Object.entries((req.body as Record<string, unknown> | undefined) ?? {}))
    fields.set(name, fields.has(name) ? [fields.get(name), value] : value);
  req.body = withoutAliases(Object.fromEntries(fields));
  next();
};

/** The names that trackers have for our parameters. */
const nameQuery: RequestHandler = (req, _res, next) => {
  Object.defineProperty(req, 'query', { value: withoutAliases(req.query), configurable: true });
  next();
};

const pixelParams = z.object({ goal: z.string() });

/**
 * `/postback` and `/pixel/{goal}.gif`: where anybody reports conversions. No cookie is read or set, no session and no
 * CSRF token asked for: what a report changes depends on the click it names alone.
 */
export function createPostbackRouters(options: PostbackOptions) {
  const { service, metrics, visitorTest = createVisitorTest(), reportsPerMinute } = options;
  const limiter = (name: string, points: number) =>
    createLimiter({ name, points, durationSeconds: MINUTE_SECONDS });
  const calls = limiter('postback-calls', CALLS_A_MINUTE);
  const reports = limiter('postback', reportsPerMinute ?? REPORTS_A_MINUTE);

  /** What every report goes through before its fields are read. */
  const prepare: RequestHandler = async (req, res, next) => {
    res.set('Cache-Control', 'no-store');
    refuseHead(req);
    await calls.consume(addressKey(req.ip));
    if (req.originalUrl.length > MOST_URL_LENGTH)
      throw new AppError(414, 'URL_TOO_LONG', `An address here has at most ${MOST_URL_LENGTH} characters`);
    next();
  };

  async function record(req: Request, report: ConversionReport): Promise<PostbackAnswer> {
    await reports.consume(`${report.goal} ${addressKey(req.ip)}`);
    try {
      const { status, verdict } = await service.record(report);
      noteVerdict(req, verdict);
      // Whether it counts is for the goal's owner to see.
      return { status };
    } catch (error) {
      if (!isDisconnect(error)) throw error;
      // Not "recorded": the advertiser's server has to report it again.
      throw new ServiceUnavailableError('This could not be kept. Report it again in a minute', 'NOT_KEPT');
    }
  }

  const fromServer = (req: Request, fields: Postback) =>
    record(req, { ...fields, source: 'postback', traffic: null, address: req.ip ?? '' });
  const countRefusals: ErrorRequestHandler = (error, req, _res, next) => {
    metrics.onRefusal(error instanceof AppError ? error.code : 'OTHER');
    noteRefusal(req, error);
    next(error);
  };

  const { note = () => {}, now = () => new Date() } = options;
  const postbackRouter = Router();
  postbackRouter.use(takeNotes({ source: 'postback', note, now }), prepare);
  postbackRouter.get(
    '/',
    nameQuery,
    route({ query: postback }, ({ query, req }) => fromServer(req, query)),
  );
  postbackRouter.post(
    '/',
    express.urlencoded({ extended: false, limit: FORM_LIMIT }),
    mergeForm,
    route({ body: postback }, ({ body, req }) => fromServer(req, body)),
  );
  postbackRouter.use(countRefusals);

  const pixelRouter = Router();
  pixelRouter.use(takeNotes({ source: 'pixel', note, now }), prepare);
  pixelRouter.get(
    '/:goal.gif',
    route({ params: pixelParams, query: pixelQuery }, async ({ params: { goal }, query, req, res }) => {
      const traffic = visitorTest(req, req.ip ?? '');
      await record(req, { ...query, goal, source: 'pixel', traffic });
      // Other sites show it.
      res.set('Cross-Origin-Resource-Policy', 'cross-origin').type('gif').send(PIXEL);
    }),
  );
  pixelRouter.use(countRefusals);
  return { postbackRouter, pixelRouter };
}
