import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock';
import type { Log } from '../../log';
import type { EventCache } from '../EventCache';
import type { BroadcasterLimits } from '../limits';
import { isUserId, traitsOf } from '../protocol/channelNames';
import type { ChannelEvent } from '../protocol/frames';
import { type BroadcasterApp, isDigest, type Signer } from '../protocol/signatures';
import { ApiError, ERROR_NAMES } from './ApiError';
import { countSubscriptions, type StateOptions, statesOf, usersOf } from './channelState';
import { checkCall, readQuery } from './checkCall';
import { type EventCall, INFOS, readBatch, readEvent, readInfo } from './readEvents';

export interface HttpApiOptions extends StateOptions {
  app: BroadcasterApp;
  signer: Signer;
  clock: Clock;
  log: Log;
  cache: EventCache;
  publish(channels: readonly string[], event: ChannelEvent, exceptSocketId?: string): void;
  terminateUser(userId: string): void;
}

type Params = ReadonlyMap<string, string>;
interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  answer(options: HttpApiOptions, given: { name: string; params: Params; body: Buffer }): Promise<object>;
}

const NO_INFO: ReadonlySet<never> = new Set();

function send({ publish }: HttpApiOptions, { name, data, channels, exceptSocketId }: EventCall): void {
  publish(channels, { event: name, data }, exceptSocketId);
}

async function postEvent(options: HttpApiOptions, body: Buffer): Promise<object> {
  const call = readEvent(body, options.hub.limits);
  send(options, call);
  if (call.info.size === 0) return {};
  return { channels: await statesOf(options, call.channels, call.info) };
}

async function postBatch(options: HttpApiOptions, body: Buffer): Promise<object> {
  const calls = readBatch(body, options.hub.limits);
  for (const call of calls) send(options, call);
  if (calls.every(({ info }) => info.size === 0)) return {};
  const batch = calls.map(async ({ channels, info }) =>
    info.size === 0 ? {} : Object.values(await statesOf(options, channels, info))[0],
  );
  return { batch: await Promise.all(batch) };
}

async function listChannels(options: HttpApiOptions, params: Params): Promise<object> {
  const prefix = params.get('filter_by_prefix') ?? '';
  const info = readInfo(params.get('info'), ['user_count', 'subscription_count']);
  if (info.has('user_count') && !prefix.startsWith('presence-'))
    throw new ApiError(400, 'info: user_count needs a filter_by_prefix that starts with presence-.');
  const counts = await countSubscriptions(options, { prefix });
  const names = [...counts.keys()].filter((name) => traitsOf(name)?.userId === null).sort();
  return { channels: await statesOf(options, names, info.size > 0 ? info : NO_INFO, counts) };
}

async function showChannel(options: HttpApiOptions, channel: string, params: Params): Promise<object> {
  const traits = traitsOf(channel);
  if (traits === null) throw new ApiError(400, 'This is no name of a channel.');
  const info = readInfo(params.get('info'), INFOS);
  if (info.has('user_count') && !traits.isPresence)
    throw new ApiError(400, 'info: only presence channels have a user_count.');
  if (info.has('cache') && !traits.isCached)
    throw new ApiError(400, 'info: only cache channels have a cache.');
  const counts = await countSubscriptions(options, { channels: [channel] });
  const states = await statesOf(options, [channel], info, counts);
  const cache = info.has('cache') ? { cache: await cachedOf(options, channel) } : {};
  return { occupied: (counts.get(channel) ?? 0) > 0, ...states[channel], ...cache };
}

async function cachedOf({ cache, peers, clock }: HttpApiOptions, channel: string): Promise<object | null> {
  let kept = cache.get(channel, clock.nowMs());
  if (peers?.isUp) kept = await peers.getCached(channel).catch(() => kept);
  if (kept === null) return null;
  const { data } = JSON.parse(kept.text) as { data: unknown };
  return { data, ttl: Math.ceil(kept.leftMs / 1_000) };
}

async function listUsers(options: HttpApiOptions, channel: string): Promise<object> {
  if (!traitsOf(channel)?.isPresence) throw new ApiError(400, 'Only presence channels have users.');
  const ids = await usersOf(options, channel);
  return { users: ids.map((id) => ({ id })) };
}

const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/events$/, answer: (options, { body }) => postEvent(options, body) },
  { method: 'POST', path: /^\/batch_events$/, answer: (options, { body }) => postBatch(options, body) },
  { method: 'GET', path: /^\/channels$/, answer: (options, { params }) => listChannels(options, params) },
  {
    method: 'GET',
    path: /^\/channels\/([^/]+)$/,
    answer: (options, { name, params }) => showChannel(options, name, params),
  },
  {
    method: 'GET',
    path: /^\/channels\/([^/]+)\/users$/,
    answer: (options, { name }) => listUsers(options, name),
  },
  {
    method: 'POST',
    path: /^\/users\/([^/]+)\/terminate_connections$/,
    answer: async ({ terminateUser }, { name }) => {
      if (!isUserId(name)) throw new ApiError(400, 'This is no id of a user.');
      terminateUser(name);
      return {};
    },
  },
];

/** A body that is too long is read on and thrown away, up to so many times the limit: its sender reads why. */
const LINGER = 8;

/** The whole body, or 413. */
function readBody(req: IncomingMessage, { bodyBytes }: BroadcasterLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLong = () => reject(new ApiError(413, `The body is longer than ${bodyBytes} bytes.`));
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= bodyBytes) chunks.push(chunk);
      else if (length > bodyBytes * LINGER) {
        tooLong();
        req.pause();
      }
    });
    req.on('end', () => (length > bodyBytes ? tooLong() : resolve(Buffer.concat(chunks))));
    req.on('error', reject);
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError(400, 'The path is not well-formed.');
  }
}

async function answerCall(options: HttpApiOptions, req: IncomingMessage): Promise<object> {
  const url = req.url ?? '';
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const [, , appId = '', ...rest] = path.split('/');
  if (appId !== options.app.id) throw new ApiError(404, 'There is no app with this id.');
  const below = `/${rest.join('/')}`;
  const routes = ROUTES.filter((each) => each.path.test(below));
  if (routes.length === 0) throw new ApiError(404, 'There is nothing at this address.');
  const route = routes.find(({ method }) => method === req.method);
  if (!route) throw new ApiError(405, `This address takes ${routes.map(({ method }) => method).join(', ')}.`);
  const params = readQuery(at < 0 ? '' : url.slice(at + 1));
  const call = { method: route.method, path, decodedPath: decode(path), params };
  checkCall(call, options.signer, options.clock.nowMs());
  const body = route.method === 'POST' ? await readBody(req, options.hub.limits) : Buffer.alloc(0);
  if (route.method === 'POST' && !isDigest(params.get('body_md5') ?? '', body))
    throw new ApiError(401, 'The body_md5 does not fit the body.');
  return route.answer(options, { name: decode(route.path.exec(below)?.[1] ?? ''), params, body });
}

function reply(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // What is left of an endless body is not waited for.
    ...(status === 413 && { Connection: 'close' }),
  });
  res.end(text);
}

const NEEDS_UPGRADE = { message: 'This address speaks WebSocket.', code: 'UPGRADE_REQUIRED' };

/** The HTTP API that the pusher libraries of servers call: `/apps/{id}/…`. False for what is not its. */
export function createHttpApi(options: HttpApiOptions) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const url = req.url ?? '';
    if (url.startsWith('/app/')) {
      res.setHeader('Upgrade', 'websocket');
      reply(res, 426, NEEDS_UPGRADE);
      return true;
    }
    if (!url.startsWith('/apps/')) return false;
    answerCall(options, req).then(
      (answer) => reply(res, 200, answer),
      (error: unknown) => {
        if (error instanceof ApiError) {
          options.hub.countRefusal(`http-${error.status}`);
          reply(res, error.status, { message: error.message, code: ERROR_NAMES[error.status] });
        } else if (!req.destroyed || req.complete) {
          options.log.error({ err: error }, 'A call of the broadcaster failed');
          reply(res, 500, { message: 'Something went wrong on our side.', code: 'INTERNAL' });
        }
      },
    );
    return true;
  };
}
