import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type Reply, readCall, send } from './http';
import { FAULT_KINDS, type XeroSandbox } from './types';

export const CONTROL_ROOT = '/__sandbox';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

const kind = z.enum(FAULT_KINDS);
const seconds = z.number().min(0).max(86_400);
const fault = z.strictObject({
  kind,
  on: z.string().max(50).optional(),
  times: z.int().min(1).max(100_000).optional(),
  status: z.int().min(500).max(599).optional(),
  retryAfterSeconds: seconds.optional(),
  problem: z.enum(['concurrent', 'minute', 'day', 'appminute']).optional(),
  delayMs: z.number().min(0).max(600_000).optional(),
  isRemembered: z.boolean().optional(),
});
const chaos = z
  .strictObject({
    seed: z.int().min(0),
    probabilities: z.partialRecord(kind, z.number().min(0).max(1)),
    on: z.string().max(50).optional(),
    delayMs: z.number().min(0).max(600_000).optional(),
    retryAfterSeconds: seconds.optional(),
    status: z.int().min(500).max(599).optional(),
  })
  .nullable();
const count = z.int().min(0);
const limits = z.strictObject({
  concurrent: count.optional(),
  minute: count.optional(),
  day: count.optional(),
  appMinute: count.optional(),
});
const event = z.strictObject({
  tenantId: z.uuid(),
  invoiceId: z.uuid(),
  type: z.enum(['CREATE', 'UPDATE']),
});
const delivery = z.strictObject({
  events: z.array(event).min(1).max(100),
  times: z.int().min(1).max(1_000).optional(),
  signature: z.string().max(500).optional(),
  url: z.url().optional(),
});
const target = z.strictObject({ url: z.url().optional() });
const advance = z.strictObject({ ms: z.int().min(0) });

const ok = (body: unknown = {}): Reply => ({ status: 200, body });

/** What a test or a person may do to the sandbox from outside its process. */
function routes(sandbox: XeroSandbox): Readonly<Record<string, (body: unknown) => Reply | Promise<Reply>>> {
  return {
    'GET /state': () => ok(sandbox.state()),
    'GET /exchanges': () => ok({ exchanges: sandbox.exchanges }),
    'GET /exchanges/invalid': () => ok({ exchanges: sandbox.invalidExchanges() }),
    'GET /webhooks': () => ok({ deliveries: sandbox.webhooks.deliveries }),
    'POST /faults': (body) => {
      for (const each of Array.isArray(body) ? z.array(fault).parse(body) : [fault.parse(body)])
        sandbox.fault(each);
      return ok();
    },
    'DELETE /faults': () => {
      sandbox.clearFaults();
      return ok();
    },
    'POST /chaos': (body) => {
      sandbox.setChaos(chaos.parse(body));
      return ok();
    },
    'POST /limits': (body) => {
      sandbox.setLimits(limits.parse(body));
      return ok();
    },
    'POST /clock': (body) => {
      sandbox.advance(advance.parse(body).ms);
      return ok();
    },
    'POST /webhooks': async (body) => {
      const { events, ...options } = delivery.parse(body);
      return ok({ deliveries: await sandbox.webhooks.send(events, options) });
    },
    'POST /webhooks/intent': async (body) =>
      ok(await sandbox.webhooks.intentToReceive(target.parse(body ?? {}).url)),
    'POST /reset': () => {
      sandbox.reset();
      return ok();
    },
  };
}

function refusal(error: unknown): Reply {
  if (error instanceof SyntaxError) return { status: 400, body: { message: 'The body is no JSON' } };
  if (error instanceof z.ZodError) return { status: 422, body: { message: z.prettifyError(error) } };
  return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } };
}

/** From this machine alone; and not from a page in its browser, which can send no such type without asking. */
export async function serveControl(
  sandbox: XeroSandbox,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const call = await readCall(req);
  const isOwn = LOOPBACK.includes(req.socket.remoteAddress ?? '') && req.headers.origin === undefined;
  if (!isOwn) return send(res, { status: 403, body: { message: 'From this machine alone' } });
  const route = routes(sandbox)[`${call.method} ${call.path.slice(CONTROL_ROOT.length)}`];
  if (!route) return send(res, { status: 404, body: { message: 'There is no such switch' } });
  try {
    send(res, await route(call.body === '' ? undefined : JSON.parse(call.body)));
  } catch (error) {
    send(res, refusal(error));
  }
}
