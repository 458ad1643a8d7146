import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Whoever needs longer to send that has long since stopped waiting. */
const LONGEST_MS = 2_000;
const unpack = promisify(gunzip);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a body was not read. */
export type BodyProblem = 'too-large' | 'too-slow' | 'gone' | 'not-gzip' | 'not-utf8';
export type Body = { text: string } | { text: null; problem: BodyProblem };

const problem = (name: BodyProblem): Body => ({ text: null, problem: name });

/** Resolves to the bytes, or to why there are none; nothing is kept beyond the limit. */
function collect(req: IncomingMessage, mostBytes: number): Promise<Buffer | BodyProblem> {
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => end('too-slow'), LONGEST_MS);
    function end(result: Buffer | BodyProblem): void {
      clearTimeout(timer);
      req.off('data', take).off('end', finish).off('close', leave);
      resolve(result);
    }
    function take(part: Buffer): void {
      bytes += part.length;
      parts.push(part);
      if (bytes > mostBytes) end('too-large');
    }
    const finish = () => end(Buffer.concat(parts));
    const leave = () => end('gone');
    req.on('data', take).on('end', finish).on('close', leave);
    req.on('error', () => {});
  });
}

/** The text of a request's body, unpacked when it comes packed; `mostBytes` of either. Never throws. */
export async function readBody(req: IncomingMessage, isPacked: boolean, mostBytes: number): Promise<Body> {
  const bytes = await collect(req, mostBytes);
  if (typeof bytes === 'string') return problem(bytes);
  let plain = bytes;
  if (isPacked)
    try {
      plain = await unpack(bytes, { maxOutputLength: mostBytes });
    } catch (error) {
      const isBomb = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
      return problem(isBomb ? 'too-large' : 'not-gzip');
    }
  try {
    return { text: utf8.decode(plain) };
  } catch {
    return problem('not-utf8');
  }
}
