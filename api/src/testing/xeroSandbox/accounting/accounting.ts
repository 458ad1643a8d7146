import { createHash } from 'node:crypto';
import { accountingDescription, type Operation } from '../description';
import { type Call, headerOf, problemReply, type Reply } from '../http';
import type { SandboxClock } from '../sandboxClock';
import type { SandboxOrganisation } from '../types';
import { type Books, openBooks } from './books';
import { contactHandlers } from './contacts';
import type { Handler, InvoiceChange } from './context';
import { messages, NotFound, XeroRefusal } from './errors';
import { invoiceHandlers } from './invoices';
import { paymentHandlers } from './payments';
import { settingsHandlers } from './settings';

export const API_ROOT = '/api.xro/2.0';
const MAX_KEY = 128;

const HANDLERS: Readonly<Record<string, Handler>> = {
  ...settingsHandlers,
  ...contactHandlers,
  ...invoiceHandlers,
  ...paymentHandlers,
};

export interface AccountingCall {
  operation: Operation | null;
  body: unknown;
  /** What of the call is against the description; an unknown call is one as a whole. */
  requestErrors: string[];
}

export interface Outcome {
  reply: Reply;
  isReplay: boolean;
}

export interface Accounting {
  read(call: Call): AccountingCall;
  /** The work itself, once: the same Idempotency-Key and call is answered from what is kept. */
  perform(
    call: Call,
    described: AccountingCall,
    caller: { tenantId: string; clientId: string },
  ): Promise<Outcome>;
  /** Keeps an answer under the key of the call, as the work would have. */
  remember(call: Call, caller: { tenantId: string; clientId: string }, reply: Reply): void;
  books(tenantId: string): Books | undefined;
  all(): Books[];
  clear(): void;
}

interface Kept {
  digest: string;
  /** Kept from the beginning of the work: whoever comes meanwhile waits for its end. */
  reply: Promise<Reply>;
  expiresMs: number;
}

function parseBody({ body, method }: Call): { body: unknown; error: string | null } {
  // The official client sends `{}` with its GETs.
  if (method === 'GET' || body === '') return { body: undefined, error: null };
  try {
    return { body: JSON.parse(body), error: null };
  } catch (error) {
    return { body: undefined, error: `body is no JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

const describedPath = ({ path }: Call) => path.slice(API_ROOT.length).replace(/\/$/, '');

function refusal(error: unknown): Reply {
  if (error instanceof XeroRefusal) return error.reply();
  if (error instanceof NotFound) return problemReply(404, 'NotFound', error.message);
  throw error;
}

export function accounting(options: {
  clock: SandboxClock;
  organisations: readonly SandboxOrganisation[];
  idempotencySeconds: number;
  /** Told when the work is done and good. */
  tell(tenantId: string, change: InvoiceChange): void;
}): Accounting {
  const { clock, organisations, idempotencySeconds, tell } = options;
  const open = () =>
    new Map(organisations.map((organisation) => [organisation.id, openBooks(organisation, clock)]));
  let books = open();
  const kept = new Map<string, Kept>();

  const nameOf = (call: Call, { tenantId, clientId }: { tenantId: string; clientId: string }) => {
    const key = headerOf(call, 'idempotency-key');
    return key === null || call.method === 'GET' ? null : `${tenantId} ${clientId} ${key}`;
  };
  const digestOf = ({ method, path, query, body }: Call) =>
    createHash('sha256')
      .update([method, path.toLowerCase(), query.toString(), body].join('\n'))
      .digest('hex');

  function keptFor(name: string): Kept | undefined {
    const found = kept.get(name);
    if (found && found.expiresMs <= clock.nowMs()) kept.delete(name);
    return kept.get(name);
  }

  function keep(name: string, call: Call, reply: Promise<Reply>): void {
    kept.set(name, { digest: digestOf(call), reply, expiresMs: clock.nowMs() + idempotencySeconds * 1_000 });
    // What the sandbox itself failed at is nobody's answer.
    reply.catch(() => kept.delete(name));
  }

  async function work(call: Call, { operation, body, requestErrors }: AccountingCall, tenantId: string) {
    const its = books.get(tenantId);
    const handler = HANDLERS[operation?.id ?? ''];
    if (!operation || !its || !handler)
      return problemReply(404, 'NotFound', 'The resource you are looking for cannot be found');
    if (requestErrors.length > 0)
      return new XeroRefusal('PostDataInvalidException', 'The request is against the description', [
        { ValidationErrors: messages(requestErrors) },
      ]).reply();
    const changes: InvoiceChange[] = [];
    try {
      const reply = await handler({
        books: its,
        clock,
        query: call.query,
        ifModifiedSince: headerOf(call, 'if-modified-since'),
        path: operation.path,
        body,
        tell: (change) => changes.push(change),
      });
      for (const change of changes) tell(tenantId, change);
      // What is kept and sent must not change with the books.
      return Buffer.isBuffer(reply.body) ? reply : { ...reply, body: structuredClone(reply.body) };
    } catch (error) {
      return refusal(error);
    }
  }

  return {
    read: (call) => {
      const operation = accountingDescription.find(
        call.method,
        describedPath(call),
        headerOf(call, 'accept') ?? '',
      );
      const { body, error } = parseBody(call);
      if (!operation)
        return { operation, body, requestErrors: [`the description has no ${call.method} ${call.path}`] };
      const { query, headers } = call;
      const requestErrors =
        error === null ? accountingDescription.checkRequest(operation, { query, headers, body }) : [error];
      if ((headerOf(call, 'idempotency-key') ?? '').length > MAX_KEY)
        requestErrors.push(`header Idempotency-Key has more than ${MAX_KEY} characters`);
      return { operation, body, requestErrors };
    },
    perform: async (call, described, caller) => {
      const name = described.requestErrors.length > 0 ? null : nameOf(call, caller);
      const known = name === null ? undefined : keptFor(name);
      if (known && known.digest === digestOf(call)) return { reply: await known.reply, isReplay: true };
      if (known) {
        const error = new XeroRefusal(
          'ValidationException',
          'The Idempotency-Key has been used before with a different request',
        );
        return { reply: error.reply(), isReplay: false };
      }
      const reply = work(call, described, caller.tenantId);
      if (name !== null) keep(name, call, reply);
      return { reply: await reply, isReplay: false };
    },
    remember: (call, caller, reply) => {
      const name = nameOf(call, caller);
      if (name !== null) keep(name, call, Promise.resolve(reply));
    },
    books: (tenantId) => books.get(tenantId),
    all: () => [...books.values()],
    clear: () => {
      books = open();
      kept.clear();
    },
  };
}
