import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server of somebody else's was called with. */
export interface Heard {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Listener {
  url: string;
  heard: Heard[];
  /** What it answers next: taken from the front; the last one stays. */
  answers: number[];
  close(): Promise<void>;
}

/** Somebody else's server on this machine. */
export async function startListener(answers: number[] = [200]): Promise<Listener> {
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    listener.heard.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers, body });
    const status = listener.answers.length > 1 ? listener.answers.shift() : listener.answers[0];
    res.writeHead(status ?? 200);
    res.end(`said ${status}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listener: Listener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: [],
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return listener;
}
