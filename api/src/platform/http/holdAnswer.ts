import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

const SENDING = ['writeHead', 'flushHeaders', 'write', 'end'] as const;
/** What would say of the answer to a failure what the other one was. */
const OF_CONTENT = [
  'Content-Type',
  'Content-Length',
  'Content-Disposition',
  'Content-Encoding',
  'ETag',
  'Last-Modified',
  'Set-Cookie',
];

/** A handler that answers by itself when it fails behind everything else. */
export type Guard = (onError: ErrorRequestHandler) => RequestHandler;

/**
 * Holds an answer back, whoever gives it and however (JSON, bytes, a stream), until `before` is done with its status. When that
 * fails, nothing of the answer goes out and `fail` is told, to answer instead (`next` would not do: the error handler may have been the
 * one that answered). Code behind it finds `headersSent` as if it
 * had gone. What a stream writes meanwhile is kept in memory: `before` should be short.
 */
export function holdAnswer(
  res: Response,
  before: (status: number) => Promise<void>,
  fail: (error: unknown) => void,
): void {
  const { writeHead, flushHeaders, write, end } = res;
  const kept = { writeHead, flushHeaders, write, end };
  const held: (() => void)[] = [];

  function letGo(): void {
    Object.assign(res, kept);
    Reflect.deleteProperty(res, 'headersSent');
  }

  function begin(status: number): void {
    Object.defineProperty(res, 'headersSent', { configurable: true, value: true });
    // Later than this moment in any case: what is being written goes on as if it were gone.
    const answer = async () => {
      try {
        await before(status);
      } catch (error) {
        letGo();
        for (const name of OF_CONTENT) res.removeHeader(name);
        fail(error);
        return;
      }
      letGo();
      res.statusCode = status;
      for (const send of held) send();
    };
    // What could not be sent when its turn came has nobody above it any more: the caller sees that it broke off.
    answer().catch((error: unknown) => res.destroy(error instanceof Error ? error : undefined));
  }

  const hold =
    (name: (typeof SENDING)[number]) =>
    (...args: unknown[]) => {
      held.push(() => Reflect.apply(kept[name], res, args));
      const [status] = args;
      if (held.length === 1)
        begin(name === 'writeHead' && typeof status === 'number' ? status : res.statusCode);
      return name === 'write' ? true : res;
    };
  Object.assign(res, Object.fromEntries(SENDING.map((name) => [name, hold(name)])));
}
