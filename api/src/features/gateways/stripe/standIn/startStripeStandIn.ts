import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { answerCall, createEndpoints } from './api';
import { Books, newId } from './books';
import { parseForm } from './form';
import { type Answer, IdempotencyKeys } from './idempotency';
import { createPages } from './pages';
import { createPresent } from './present';
import { StandInError } from './StandInError';

/**
 * What goes wrong with a call: nothing (`none`), our secret key is not taken (401), too many (429) or broken (500) before
 * anything is done; broken while it is done, which its key answers from then on (`500-kept`); no answer before it is done
 * or after it.
 */
export type Fault = 'none' | '401' | '429' | '500' | '500-kept' | 'silent-before' | 'silent-after';

export interface StandInOptions {
  secretKey: string;
  webhookSecret: string;
  nowMs: () => number;
  /** Takes what Stripe would send to the webhook's address, signed. */
  onWebhook(body: string, signature: string): void;
}

export interface StripeStandIn {
  url: string;
  books: Books;
  /** Befall the next calls of the API, in this order. */
  faults: Fault[];
  /** As `POST /v1/refunds`, in their order. */
  calls: string[];
  /** A debit that was on its way has arrived. */
  settle(sessionId: string): void;
  /** What was asked with keys is forgotten, as after a day. */
  forgetKeys(): void;
  /** Signs and sends an event of any kind. */
  send(type: string, object: object): void;
  close(): Promise<void>;
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

const errorAnswer = ({ status, body }: StandInError): Answer => ({
  status,
  body: JSON.stringify({ error: body }),
});

/** A local Stripe for tests: the calls that we make, its pages, idempotency, errors, webhooks, and faults on demand. */
export async function startStripeStandIn(options: StandInOptions): Promise<StripeStandIn> {
  const { secretKey, webhookSecret, nowMs, onWebhook } = options;
  const faults: Fault[] = [];
  const calls: string[] = [];
  const keys = new IdempotencyKeys();
  let url = '';
  const signer = new Stripe(secretKey);

  function send(type: string, object: object): void {
    const body = JSON.stringify({
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(nowMs() / 1_000),
      data: { object },
      livemode: false,
      type,
    });
    const timestamp = Math.floor(nowMs() / 1_000);
    onWebhook(
      body,
      signer.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp }),
    );
  }
  const books: Books = new Books(nowMs, (type, object) => send(type, present.any(object)));
  const present = createPresent(books, () => url);
  const endpoints = createEndpoints(books, present);
  const pages = createPages(books);

  function work(method: string, path: string, content: string): Answer {
    try {
      return { status: 200, body: JSON.stringify(answerCall(endpoints, method, path, parseForm(content))) };
    } catch (error) {
      if (error instanceof StandInError) return errorAnswer(error);
      throw error;
    }
  }

  /** → null: no answer is to be given. */
  function call(req: IncomingMessage, path: string, content: string): Answer | null {
    const method = req.method ?? 'GET';
    calls.push(`${method} ${path}`);
    const fault = faults.shift();
    if (fault === 'silent-before') return null;
    const refuse = (status: number, type: 'rate_limit_error' | 'api_error' | 'invalid_request_error') =>
      errorAnswer(new StandInError(status, { type, message: `The stand-in answers ${status}` }));
    if (fault === '429') return refuse(429, 'rate_limit_error');
    if (fault === '500') return refuse(500, 'api_error');
    if (fault === '401') return refuse(401, 'invalid_request_error');
    if (req.headers.authorization !== `Bearer ${secretKey}`) return refuse(401, 'invalid_request_error');
    if (req.headers['stripe-version'] === undefined) return refuse(400, 'invalid_request_error');
    const header = req.headers['idempotency-key'];
    const key = method === 'POST' && typeof header === 'string' ? header : null;
    const before = key === null ? null : keys.begin(key, `${path} ${content}`);
    if (before) return fault === 'silent-after' ? null : before;
    const answer = fault === '500-kept' ? refuse(500, 'api_error') : work(method, path, content);
    // What is refused before it is begun is not kept (invalid requests), declined cards are.
    if (key !== null) {
      if (answer.status === 400 || answer.status === 404) keys.drop(key);
      else keys.keep(key, answer);
    }
    return fault === 'silent-after' ? null : answer;
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(req.url ?? '/', url);
    const content = await bodyOf(req);
    if (!pathname.startsWith('/v1/')) {
      const form = req.method === 'POST' ? new URLSearchParams(`${content}&${search.slice(1)}`) : null;
      const { status, location, html = '' } = pages(pathname, form);
      res
        .writeHead(status, { 'Content-Type': 'text/html', ...(location && { Location: location }) })
        .end(html);
      return;
    }
    let answer: Answer | null;
    try {
      answer = call(req, pathname, content || search.slice(1));
    } catch (error) {
      if (!(error instanceof StandInError)) throw error;
      answer = errorAnswer(error);
    }
    if (answer === null) req.socket.destroy();
    else
      res
        .writeHead(answer.status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') })
        .end(answer.body);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    books,
    faults,
    calls,
    send,
    forgetKeys: () => keys.forget(),
    settle: (sessionId) => {
      const session = books.sessions.get(sessionId);
      const intent = session?.intent ? books.intents.get(session.intent) : undefined;
      if (!session || !intent) throw new Error('Nothing is on its way');
      books.succeed(intent);
      send('checkout.session.async_payment_succeeded', present.session(session));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
