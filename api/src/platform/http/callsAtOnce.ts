import type { Request, RequestHandler, Response } from 'express';
import { addressKey } from '../auth/addressKey';
import { currentUser } from '../auth/currentUser';
import { TooManyRequestsError } from '../errors';

declare module 'express-serve-static-core' {
  interface Request {
    /** Waits until the account (or team's token) may have this call worked on; throws 429 TOO_MANY_AT_ONCE. */
    takePlace?(account: number | string, isGuest?: boolean): Promise<void>;
  }
}

export interface PlaceLimits {
  /** Calls of one account that are worked on at a time: those that change something, and those that read. */
  changing: number;
  reading: number;
  /** Calls of one account that wait, of each kind. */
  mostWaiting: number;
  /** How long a call that was refused keeps its place. */
  refusedKeepsMs: number;
}

/**
 * A change may hold a connection to the database while it waits for another one, so an account has a quarter of them.
 * Waiting calls hold nothing: a person's tabs, which all come back after a restart, find room. Nobody is refused four times
 * a quarter of a second, but programs that send what is wrong again and again: those wait, and ads do not.
 */
export const PLACES: PlaceLimits = { changing: 4, reading: 8, mostWaiting: 64, refusedKeepsMs: 250 };
/** Who is not signed in shares places with all behind the same address. */
const GUESTS_HAVE_TIMES = 4;

const RETRY_SECONDS = 1;
/** Longer than the database works on one statement: then nothing of a call is left whose client went away. */
const ABANDONED_MS = 45_000;
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Places {
  taken: number;
  waiting: (() => void)[];
}

const isRefused = (status: number): boolean => status >= 400 && status < 500;

/**
 * Calls `done` once, when the answer begins: a long download is no work any more. Hanging up does not count, as the work
 * goes on: its end shows in the answer that it gives to nobody.
 */
function whenAnswered(res: Response, done: (status: number) => void): void {
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const finish = (status: unknown) => {
    clearTimeout(timer);
    if (!isDone) done(typeof status === 'number' ? status : res.statusCode);
    isDone = true;
  };
  const { writeHead, end } = res;
  const before =
    <Args extends unknown[], Result>(send: (...args: Args) => Result) =>
    (...args: Args): Result => {
      finish(args[0]);
      return Reflect.apply(send, res, args);
    };
  Object.assign(res, { writeHead: before(writeHead), end: before(end) });
  const abandon = () => {
    if (!isDone) timer = setTimeout(finish, ABANDONED_MS).unref();
  };
  if (res.closed) abandon();
  else res.once('close', abandon);
}

export interface CallsAtOnce {
  /** In front of everything: lets doors ask for a place once they know whose call it is. */
  offer: RequestHandler;
  /** Behind the sign-in; doors that take tokens call `takePlace` themselves. */
  byAccount: RequestHandler;
}

/** Has each account's calls worked on some at a time, the others in their order: nobody else waits for them. */
export function limitCallsAtOnce(limits: PlaceLimits = PLACES): CallsAtOnce {
  const accounts = new Map<string, Places>();

  function leave(key: string, places: Places): void {
    const next = places.waiting.shift();
    if (next) next();
    else places.taken -= 1;
    if (places.taken === 0) accounts.delete(key);
  }

  async function enter(
    req: Request,
    res: Response,
    account: number | string,
    isGuest = false,
  ): Promise<void> {
    const kind = READING.has(req.method) ? 'reading' : 'changing';
    const key = `${kind} ${account}`;
    const most = limits[kind] * (isGuest ? GUESTS_HAVE_TIMES : 1);
    const places = accounts.get(key) ?? { taken: 0, waiting: [] };
    accounts.set(key, places);
    if (places.taken < most) places.taken += 1;
    else if (places.waiting.length >= limits.mostWaiting)
      throw new TooManyRequestsError(
        'Too many calls of this account at once. Wait for their answers and try again',
        RETRY_SECONDS,
        'TOO_MANY_AT_ONCE',
      );
    else
      await new Promise<void>((begin) => {
        const turn = () => {
          res.off('close', giveUp);
          begin();
        };
        // Nothing has begun, and nobody waits for an answer: what is behind this never runs.
        const giveUp = () => {
          places.waiting.splice(places.waiting.indexOf(turn), 1);
        };
        if (res.closed) return;
        places.waiting.push(turn);
        res.once('close', giveUp);
      });
    whenAnswered(res, (status) => {
      if (limits.refusedKeepsMs > 0 && isRefused(status))
        setTimeout(leave, limits.refusedKeepsMs, key, places).unref();
      else leave(key, places);
    });
  }

  return {
    offer: (req, res, next) => {
      req.takePlace = (account, isGuest) => {
        // Several mounts may lie on the way to the route.
        req.takePlace = undefined;
        return enter(req as Request, res as Response, account, isGuest);
      };
      next();
    },
    byAccount: async (req, _res, next) => {
      const user = currentUser(req as Parameters<typeof currentUser>[0]);
      // An admin who looks with somebody's eyes takes none of that account's places.
      if (user) await req.takePlace?.(req.viewedBy?.adminId ?? user.id);
      else await req.takePlace?.(addressKey(req.ip), true);
      next();
    },
  };
}
