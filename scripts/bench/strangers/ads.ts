import { Agent, get } from 'node:http';
import { LANGUAGE_HEADERS, userAgents } from '../serve/requestMix';
import type { FromAds, ToAds } from './messages';
import { standAt } from './standAt';

const AGENTS = userAgents();

/** Asks for ads at a steady pace, whatever the answers do: a process of its own, before all others in the queue for a core. */
const UNANSWERED_MS = 10_000;
/** This process comes before all others: where it waits for so long, the machine itself stood still. */
const STALL_MS = 10;
standAt(-15);
/** Of all rounds: opened anew in each, connections would weigh the more the shorter a round is. */
const agent = new Agent({ keepAlive: true, maxSockets: 500 });

interface Stretch {
  fromMs: number;
  toMs: number;
}
const overlap = (one: Stretch, other: Stretch): boolean => one.fromMs < other.toMs && other.fromMs < one.toMs;

async function ask({ port, durationMs, perSecond, paths }: ToAds): Promise<FromAds> {
  const told: FromAds = { latencies: [], unanswered: 0, filled: 0, leftOut: 0 };
  const answered: Stretch[] = [];
  const stalls: Stretch[] = [];
  const count = Math.floor((durationMs / 1_000) * perSecond);
  const startMs = performance.now();
  const dueMs = (at: number) => startMs + (at * 1_000) / perSecond;
  const one = (at: number) =>
    new Promise<void>((resolve) => {
      const fail = () => {
        told.unanswered += 1;
        resolve();
      };
      const headers = {
        'User-Agent': AGENTS[at % AGENTS.length],
        'Accept-Language': LANGUAGE_HEADERS[at % LANGUAGE_HEADERS.length],
        'X-Forwarded-For': `100.${at & 127}.${(at >> 7) & 255}.7`,
        Referer: 'https://news.example/',
      };
      const path = paths[at % paths.length];
      const request = get({ port, host: '127.0.0.1', path, agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
        });
        answer.once('error', fail);
        answer.once('end', () => {
          if (answer.statusCode !== 200) return fail();
          answered.push({ fromMs: dueMs(at), toMs: performance.now() });
          if (text.includes('"impression"')) told.filled += 1;
          resolve();
        });
      });
      request.setTimeout(UNANSWERED_MS, () => request.destroy());
      request.once('error', fail);
    });
  const asked: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    let nextMs = startMs;
    const tick = () => {
      const now = performance.now();
      if (now - nextMs > STALL_MS) stalls.push({ fromMs: nextMs, toMs: now });
      while (asked.length < count && dueMs(asked.length) <= performance.now()) asked.push(one(asked.length));
      nextMs = Math.max(dueMs(asked.length), performance.now());
      if (asked.length < count) setTimeout(tick, nextMs - performance.now());
      else resolve();
    };
    tick();
  });
  await Promise.all(asked);
  const kept = answered.filter((one) => !stalls.some((stall) => overlap(one, stall)));
  told.latencies = kept.map(({ fromMs, toMs }) => toMs - fromMs);
  told.leftOut = answered.length - kept.length;
  return told;
}

process.on('message', (order: ToAds) => {
  void ask(order).then((told) => process.send?.(told));
});
