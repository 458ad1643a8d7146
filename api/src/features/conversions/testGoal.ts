import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PostbackTest, postbackTestInput } from '@ezdash/contracts';
import express, { type Router } from 'express';
import type { z } from 'zod';
import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { AppError } from '../../platform/errors';
import { errorHandler, notFound, requestContext } from '../../platform/http';
import type { Log } from '../../platform/log';
import { type GoalService, goalRow, noGoal } from './goals.service';
import { maskedRequest } from './maskedRequest';
import { keepTestClick } from './testClicks.repo';

export interface TestGoalDeps {
  db: Db;
  clock: Clock;
  log: Log;
  goals: Pick<GoalService, 'get' | 'showKey'>;
  /** The very routes that the world reports to. */
  postbackRouter: Router;
}

/**
 * Makes a click that nobody made and reports it to the real address, over HTTP; answers what was sent and what came back.
 * Nothing of it is counted or billed. Another owner's goal does not exist (404); more than so many a minute are refused (429).
 */
export type TestGoal = (
  ownerId: number,
  goalId: string,
  input: z.output<typeof postbackTestInput>,
) => Promise<PostbackTest>;

/** Of one account, by whichever way it asks: each is a call of the real address. */
const TESTS_A_MINUTE = 30;
const CLICK_LIFE_MS = 10 * 60_000;
const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER = 1_000;

/** A UUIDv7 of this moment, as a decision's. */
function clickIdAt(timeMs: number): string {
  const time = timeMs.toString(16).padStart(12, '0');
  const random = randomBytes(9).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}

/** The routes on a port of this machine for one call: limits, refusals and answers are those of the world outside. */
async function callRouter(router: Router, log: Log, body: URLSearchParams) {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(requestContext(log));
  app.use('/postback', router);
  app.use(notFound);
  app.use(errorHandler());
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/postback`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, text: await answer.text() };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

export function createTestGoal({ db, clock, log, goals, postbackRouter }: TestGoalDeps): TestGoal {
  const tests = createLimiter({ name: 'postback-tests', points: TESTS_A_MINUTE, durationSeconds: 60 });
  return async (ownerId, goalId, { value, status }) => {
    await tests.consume(String(ownerId));
    const goal = await goals.get(ownerId, goalId);
    const row = goalRow(goal.id);
    if (row === null) throw noGoal();
    const clickId = clickIdAt(clock.nowMs());
    await keepTestClick(db, {
      click_id: clickId,
      goal_id: row,
      expires_at: new Date(clock.nowMs() + CLICK_LIFE_MS),
    });
    const needsKey = goal.requires_key || status === 'rejected';
    const report = new URLSearchParams({
      goal: goal.id,
      click_id: clickId,
      ...(value !== undefined && { value }),
      ...(goal.duplicates === 'every' && { tx: `test-${clickId.slice(-12)}` }),
      ...(status !== 'approved' && { status }),
      ...(needsKey && { key: (await goals.showKey(ownerId, goalId)).key }),
    });
    const startedAt = performance.now();
    const { status: answered, text } = await callRouter(postbackRouter, log, report).catch(
      (error: unknown) => {
        throw new AppError(503, 'TEST_FAILED', 'The test could not be made. Try again', { cause: error });
      },
    );
    return {
      request: maskedRequest(Object.fromEntries(report)),
      status: answered,
      answer: text.slice(0, LONGEST_ANSWER),
      took_ms: Math.round(performance.now() - startedAt),
    };
  };
}
