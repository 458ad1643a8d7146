import { Agent, get } from 'node:http';
import { LANGUAGE_HEADERS, userAgents } from '../serve/requestMix';
import type { FromAds, ToAds } from './messages';
import { standAt } from './standAt';

const AGENTS = userAgents();

/** Asks for ads at a steady pace, whatever the answers do: a process of its own, before all others in the queue for a core. */
const UNANSWERED_MS = 10_000;
standAt(-15);

async function ask({ port, durationMs, perSecond, paths }: ToAds): Promise<FromAds> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const told: FromAds = { latencies: [], unanswered: 0, filled: 0 };
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
          told.latencies.push(performance.now() - dueMs(at));
          if (text.includes('"impression"')) told.filled += 1;
          resolve();
        });
      });
      request.setTimeout(UNANSWERED_MS, () => request.destroy());
      request.once('error', fail);
    });
  const asked: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const tick = () => {
      while (asked.length < count && dueMs(asked.length) <= performance.now()) asked.push(one(asked.length));
      if (asked.length < count) setTimeout(tick, Math.max(0, dueMs(asked.length) - performance.now()));
      else resolve();
    };
    tick();
  });
  await Promise.all(asked);
  agent.destroy();
  return told;
}

process.on('message', (order: ToAds) => {
  void ask(order).then((told) => process.send?.(told));
});
