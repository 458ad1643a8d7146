import type { ConversionVerdict } from '@ezdash/contracts';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../platform/errors';
import { maskedRequest } from './maskedRequest';
import type { NoteReport } from './told';

const LONGEST_ANSWER = 1_000;

interface Notes {
  verdict: ConversionVerdict | null;
  refusal: AppError | null;
}
const notes = new WeakMap<object, Notes>();

/** What became of a report that was kept. */
export function noteVerdict(req: object, verdict: ConversionVerdict): void {
  const found = notes.get(req);
  if (found) found.verdict = verdict;
}

/** Why a report was refused; what nobody expected is told nobody. */
export function noteRefusal(req: object, error: unknown): void {
  const found = notes.get(req);
  if (found && error instanceof AppError) found.refusal = error;
}

/** What a report says of itself, from its address and its form. */
function fieldsOf(req: Request): Record<string, unknown> {
  const body = (req.body ?? {}) as Record<string, unknown>;
  return { ...req.query, ...(typeof body === 'object' ? body : {}) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : null);

function answerOf({ refusal, verdict }: Notes, isPixel: boolean): string {
  if (refusal) {
    const { code, message, errors } = refusal;
    return JSON.stringify({ message, code, ...(errors && { errors }) }).slice(0, LONGEST_ANSWER);
  }
  if (isPixel) return 'GIF';
  return JSON.stringify({ status: verdict === 'duplicate' ? 'duplicate' : 'recorded' });
}

/** `/g_1001.gif`, below where the pixels are. */
const PIXEL_PATH = /^\/(.{1,40})\.gif$/;

/**
 * Hands on what came in and what was answered, once it is. Requests that name no goal are nobody's to see. Where a report
 * came from is handed on to nobody: a visitor's browser may ask for a server's address, too.
 */
export function takeNotes({
  source,
  note,
  now,
}: {
  source: 'postback' | 'pixel';
  note: NoteReport;
  now: () => Date;
}): RequestHandler {
  return (req, res, next) => {
    const mine: Notes = { verdict: null, refusal: null };
    notes.set(req, mine);
    const receivedAt = now();
    const startedAt = performance.now();
    const isPixel = source === 'pixel';
    // Read now: behind the routes, where a refusal is answered, the path is the whole one again.
    const pixelGoal = PIXEL_PATH.exec(req.path)?.[1];
    res.once('finish', () => {
      if (req.method !== 'GET' && req.method !== 'POST') return;
      const fields = fieldsOf(req);
      const goal = isPixel ? pixelGoal : textOf(fields.goal);
      if (!goal || (mine.verdict === null && mine.refusal === null)) return;
      note({
        goal,
        receivedAt,
        source,
        method: req.method,
        request: maskedRequest(fields),
        status: res.statusCode,
        code: mine.refusal?.code ?? null,
        answer: answerOf(mine, isPixel),
        verdict: mine.verdict,
        tookMs: Math.round(performance.now() - startedAt),
      });
    });
    next();
  };
}
