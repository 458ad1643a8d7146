import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { createSecretBox, currentUser } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { type Db, withBeforeCommit } from '../../../platform/db';
import { AppError, UnauthorizedError, ValidationError } from '../../../platform/errors';
import { holdAnswer } from '../../../platform/http';
import { fingerprint } from './fingerprint';
import {
  type CallRun,
  endRun,
  findCall,
  type KeptCall,
  keepAnswer,
  noteEffect,
  takeKey,
} from './idempotency.repo';

export const KEPT_MS = 24 * 3_600_000;
/** Longer than any call may take; a run that is silent for so long has died with its server. */
const RUN_MS = 5 * 60_000;
const HEADER = 'Idempotency-Key';
const KEY = /^[\x21-\x7e]{1,128}$/;
const TOO_MANY = 429;
const FAILED = 500;

const stillRunning = () =>
  new AppError(409, 'STILL_RUNNING', 'A call with this idempotency key is still running', {
    headers: { 'Retry-After': '1' },
  });
const otherCall = () =>
  new ValidationError(
    { [HEADER]: ['This key was sent with another call. Choose a new one'] },
    'This key was sent with another call. Choose a new one',
    'IDEMPOTENCY_KEY_USED',
  );
const answerLost = () =>
  new AppError(
    409,
    'ANSWER_LOST',
    'The call with this idempotency key was carried out, but its answer was lost. Read what it changed',
  );

function readKey(req: Request): string | undefined {
  const key = req.get(HEADER);
  if (key === undefined || KEY.test(key)) return key;
  throw new ValidationError({ [HEADER]: ['Send a key of 1 to 128 visible characters'] });
}

export interface KeepAnswersDeps {
  db: Db;
  clock: Clock;
  /** Seals what is kept. */
  secret: string;
}

/**
 * In front of what does the work of a changing call: with an Idempotency-Key the work is done once an account and key, and
 * what it answered is answered again for 24 hours. That it was done is written in its own transaction; failures (5xx) and 429 are
 * not kept, so that the same key may be tried again, unless the failure came behind a change.
 *
 * Throws 409 while the call runs (STILL_RUNNING, with Retry-After) or when its answer is gone (ANSWER_LOST), 422 for a key
 * that is none or belongs to another call.
 */
export function createKeepAnswers({ db, clock, secret }: KeepAnswersDeps): RequestHandler {
  const box = createSecretBox(secret, 'answers of calls with an idempotency key');
  const rowOf = ({ ownerId, key }: Pick<CallRun, 'ownerId' | 'key'>) => `call ${ownerId} ${key}`;

  function sendAgain(res: Response, kept: KeptCall, row: string): void {
    res.set('Idempotency-Replayed', 'true').status(kept.status ?? FAILED);
    if (kept.answer === null) res.end();
    else res.type('json').send(box.open(kept.answer, row));
  }

  /** The key is this run's, or the answer was given. */
  async function take(mine: CallRun, sha256: string, res: Response): Promise<boolean> {
    const now = clock.now();
    const at = now.getTime();
    const taken = await takeKey(db, mine, {
      sha256,
      now,
      aliveUntil: new Date(at + RUN_MS),
      forgottenBefore: new Date(at - KEPT_MS),
    });
    if (taken) return true;
    const kept = await findCall(db, mine.ownerId, mine.key);
    // Between the two looks the other run failed and let go.
    if (!kept) throw stillRunning();
    if (kept.request_sha256 !== sha256) throw otherCall();
    if (kept.status !== null) sendAgain(res, kept, rowOf(mine));
    else if (kept.effect_at !== null && kept.alive_until.getTime() <= at) throw answerLost();
    else throw stillRunning();
    return false;
  }

  /** Holds the answer until it is kept: whoever has it and asks again gets it again. */
  function keep(req: Request, res: Response, mine: CallRun): void {
    let text: string | undefined;
    const { json } = res;
    res.json = (body) => {
      text = JSON.stringify(body);
      return json.call(res, body);
    };
    const store = async (status: number) => {
      const now = clock.now();
      const isWhole = text !== undefined || status === 204;
      if (status >= FAILED || status === TOO_MANY || !isWhole) return endRun(db, mine, now);
      const answer = text === undefined ? null : box.seal(text, rowOf(mine));
      await keepAnswer(db, mine, { status, answer, now });
    };
    holdAnswer(
      res,
      // The work is done: that its answer could not be kept must not make it look as if it were not.
      (status) =>
        store(status).catch((error: unknown) => {
          req.log.error({ err: error }, 'An answer could not be kept for its idempotency key');
        }),
      () => res.destroy(),
    );
  }

  return async (request, res, next) => {
    const req = request as Request;
    const key = readKey(req);
    if (key === undefined) return next();
    const user = currentUser(req);
    if (!user) throw new UnauthorizedError();
    const mine: CallRun = { ownerId: user.id, key, run: randomUUID() };
    const { method, originalUrl: address, body } = req;
    if (!(await take(mine, fingerprint({ method, address, body }), res))) return;
    let isOver = false;
    res.once('close', () => {
      isOver = res.writableEnded;
    });
    keep(req, res, mine);
    withBeforeCommit(
      async (trx) => {
        // What goes on behind the answer is no part of the call.
        if (isOver) return;
        if (!(await noteEffect(trx, mine, clock.now()))) throw stillRunning();
      },
      () => next(),
    );
  };
}
