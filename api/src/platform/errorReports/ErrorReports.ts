import type { Request, RequestHandler } from 'express';

/** What is known of the moment an error happened; never what somebody typed. */
export interface ErrorFacts {
  /** Marks to search by: `queue`, `job`, … */
  tags?: Record<string, string>;
  /** The process ends because of it. */
  fatal?: boolean;
}

/** Tells the team of errors that nobody caught. Nothing here throws, and nothing waits for an answer. */
export interface ErrorReports {
  /** The report's id; null when it is not reported. */
  capture(error: unknown, facts?: ErrorFacts): string | null;
  /** As `capture`, of a call that failed: with its request id, its route and who called, by their public id. */
  captureCall(error: unknown, req: Request): string | null;
  /** Notes how long calls take, where it is mounted; the ad server's own addresses never come by here. */
  trace: RequestHandler;
  /** Sends what is still on its way, for as long as is given. */
  close(withinMs: number): Promise<void>;
}

/** Without a DSN: nothing is sent, and nothing of the SDK is loaded. */
export const noErrorReports: ErrorReports = {
  capture: () => null,
  captureCall: () => null,
  trace: (_req, _res, next) => next(),
  close: async () => undefined,
};
