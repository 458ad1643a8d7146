import { request } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate';

/** Header fields of one connection, which HTTP/2 forbids (RFC 9113, 8.2.2). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

function forward(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, port: number): void {
  const fields = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const call = request(
    {
      host: '127.0.0.1',
      port,
      method: headers[':method'],
      path: headers[':path'],
      headers: { ...Object.fromEntries(fields), host: headers[':authority'] },
    },
    (answer) => {
      const own = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      if (stream.destroyed) return answer.destroy();
      stream.respond({ ':status': answer.statusCode ?? 502, ...Object.fromEntries(own) });
      answer.pipe(stream);
    },
  );
  call.on('error', (error) => stream.destroy(error));
  stream.on('error', () => call.destroy());
  stream.pipe(call);
}

/** HTTP/2 in front of a server that speaks HTTP/1.1, as a proxy in production would stand there. */
export interface Http2Front {
  url: string;
  close(): void;
}

export async function startHttp2Front(port: number): Promise<Http2Front> {
  const server = createSecureServer(makeCertificate());
  server.on('stream', (stream, headers) => forward(stream, headers, port));
  server.on('sessionError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return { url: `https://localhost:${ownPort}`, close: () => server.close() };
}
