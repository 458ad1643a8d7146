import { Agent, request } from 'node:http';
import type { FromAttack, Hostile, ToAttack } from './messages';
import { standAt } from './standAt';

/** Sends the same few calls over and over: a process of its own, behind all others in the queue for a core, since strangers bring their own. */
const AT_ONCE = 8;
standAt(19);
/** A connection whose call was answered before all of it was sent still fails once nobody asks. */
const ignore = () => {};

const send = (agent: Agent, port: number, { method, path, headers, body }: Hostile): Promise<number> =>
  new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    });
    sent.once('socket', (socket) => socket.off('error', ignore).on('error', ignore));
    sent.on('error', () => resolve(0));
    sent.end(body);
  });

async function attack({ port, durationMs, calls }: ToAttack): Promise<FromAttack> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<number, number> = {};
  const endsAt = performance.now() + durationMs;
  let next = 0;
  const work = async () => {
    while (performance.now() < endsAt) {
      const call = calls[next++ % calls.length];
      if (!call) return;
      const status = await send(agent, port, call);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  return { statuses };
}

process.on('message', (order: ToAttack) => {
  void attack(order).then((told) => process.send?.(told));
});
