import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

/** @returns the page to give; `found`: with 200, whatever the target says of the address */
export type Rewrite = (
  html: string,
  headers: http.IncomingHttpHeaders,
) => Promise<{ html: string; found?: boolean }>;

export interface Proxy {
  /** Resolves once the target is there, for one that is restarted. */
  ready(): Promise<void>;
  /** Passes a request on; HTML answers go through `rewrite`. */
  pass(req: IncomingMessage, res: ServerResponse, rewrite: Rewrite): void;
  /** Passes a socket on (broadcaster). */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Header fields as the target should see them: as if the browser had asked it directly. */
function towards(target: URL, req: IncomingMessage): http.OutgoingHttpHeaders {
  const headers: http.OutgoingHttpHeaders = { ...req.headers, host: target.host };
  const own = `http://${req.headers.host}`;
  for (const name of ['origin', 'referer'] as const) {
    const value = req.headers[name];
    if (value?.startsWith(own)) headers[name] = target.origin + value.slice(own.length);
  }
  return headers;
}

async function readText(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const RESTARTS_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 20;

/** Resolves once something listens there; a server that is restarted is back within seconds. */
async function whenUp({ hostname, port }: URL): Promise<void> {
  const giveUpMs = Date.now() + RESTARTS_WITHIN_MS;
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = net.connect(Number(port), hostname, () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  while (!(await listens()) && Date.now() < giveUpMs)
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
}

/**
 * A proxy of nothing but Node, in front of one address.
 * @param isOwn the target is a server of this machine that is restarted: calls wait for it, and reach it as they came
 */
export function createProxy(target: URL, isOwn: boolean): Proxy {
  const client = target.protocol === 'https:' ? https : http;
  const ready = isOwn ? () => whenUp(target) : () => Promise.resolve();
  const headersFor = (req: IncomingMessage) => (isOwn ? { ...req.headers } : towards(target, req));
  return {
    ready,
    async pass(req, res, rewrite) {
      await ready();
      const headers = headersFor(req);
      // A page has to be readable to be rewritten.
      if (/text\/html|\*\/\*/.test(req.headers.accept ?? '')) delete headers['accept-encoding'];
      const call = client.request(target, { method: req.method, path: req.url, headers }, async (answer) => {
        const { location } = answer.headers;
        if (location?.startsWith(target.origin))
          answer.headers.location = location.slice(target.origin.length) || '/';
        const type = answer.headers['content-type'] ?? '';
        if (!type.startsWith('text/html') || answer.headers['content-encoding']) {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
          return;
        }
        const { 'transfer-encoding': _, ...rest } = answer.headers;
        try {
          const page = await rewrite(await readText(answer), rest);
          const html = Buffer.from(page.html);
          res.writeHead(page.found ? 200 : (answer.statusCode ?? 502), {
            ...rest,
            'content-length': html.length,
          });
          res.end(html);
        } catch (error) {
          res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
          res.end(error instanceof Error ? error.message : String(error));
        }
      });
      call.on('error', (error) => {
        if (res.headersSent) return res.destroy(error);
        res.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
        res.end(
          `${target.origin} does not answer (${error.message}). Start the application with npm start.\n`,
        );
      });
      res.on('close', () => call.destroy());
      req.pipe(call);
    },
    upgrade(req, socket, head) {
      const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
      const onward =
        target.protocol === 'https:'
          ? tls.connect({ port, host: target.hostname, servername: target.hostname })
          : net.connect(port, target.hostname);
      onward.once('error', () => socket.destroy());
      socket.once('error', () => onward.destroy());
      const lines = Object.entries(headersFor(req)).map(([name, value]) => `${name}: ${value}`);
      onward.write(`${req.method} ${req.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      if (head.length > 0) onward.write(head);
      socket.pipe(onward).pipe(socket);
    },
  };
}
