import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface TestReceiver {
  url: string;
  port: number;
  calls: ReceivedCall[];
  /** What it answers: a status, or nothing at all. */
  answer: number | 'silence' | ((call: ReceivedCall, res: ServerResponse) => void);
  close(): Promise<void>;
}

/** Somebody else's server, on this machine; https with a certificate. */
export async function startTestReceiver(secure?: { key: string; cert: string }): Promise<TestReceiver> {
  const listener: RequestListener = async (req, res) => {
    let body = '';
    for await (const part of req) body += part;
    const call = { path: req.url ?? '', headers: req.headers, body };
    receiver.calls.push(call);
    if (typeof receiver.answer === 'function') receiver.answer(call, res);
    else if (receiver.answer !== 'silence') {
      res.writeHead(receiver.answer, { location: '/elsewhere' });
      res.end('thanks');
    }
  };
  const server = secure ? createSecureServer(secure, listener) : createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: TestReceiver = {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    calls: [],
    answer: 200,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
