/** What strangers open a connection with, to hold it: each kind is refused, and none may stay. Tests and the bench read it. */

const upgrade = (line: string, protocol: string, ...more: string[]) =>
  [line, 'Host: x', 'Connection: Upgrade', `Upgrade: ${protocol}`, ...more, '', ''].join('\r\n');
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const VERSION = 'Sec-WebSocket-Version: 13';

/** By their names; `appKey` is the broadcaster's, which every page knows. */
export const strangerSockets = (appKey: string): Readonly<Record<string, string>> => {
  const app = `GET /app/${appKey}?protocol=7 HTTP/1.1`;
  return {
    web_socket: upgrade('GET /nope HTTP/1.1', 'websocket', KEY, VERSION),
    web_socket_absolute: upgrade('GET http://x/nope HTTP/1.1', 'websocket', KEY, VERSION),
    web_socket_without_path: upgrade('OPTIONS * HTTP/1.1', 'websocket', KEY, VERSION),
    h2c: upgrade('GET /nope HTTP/1.1', 'h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'),
    h2c_of_an_ad: upgrade('GET /serve?zones=z_1 HTTP/1.1', 'h2c'),
    h2c_with_body: `${upgrade('POST /nope HTTP/1.1', 'h2c', 'Content-Length: 5')}12345`,
    h2c_with_chunks: `${upgrade('POST /nope HTTP/1.1', 'h2c', 'Transfer-Encoding: chunked')}5\r\n12345\r\n0\r\n\r\n`,
    other_protocol: upgrade('GET /nope HTTP/1.1', 'TLS/1.2, anything'),
    connect: 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n',
    connect_with_more: `CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n${'\0'.repeat(64)}`,
    ahead_of_an_answer: `GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n${upgrade('GET /nope HTTP/1.1', 'h2c')}`,
    web_socket_ahead_of_an_answer: `GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n${upgrade(app, 'websocket', KEY, VERSION)}`,
    connect_ahead_of_an_answer:
      'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n',
    tls: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    http2: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    garbage: '\xff\x00\x80\n\r\n\r\n',
    two_lengths: 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    long_header: `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(70_000)}\r\n\r\n`,
    unknown_app_key: upgrade('GET /app/other?protocol=7 HTTP/1.1', 'websocket', KEY, VERSION),
    unknown_protocol: upgrade(`GET /app/${appKey}?protocol=99 HTTP/1.1`, 'websocket', KEY, VERSION),
    no_app_key: upgrade('GET /app/ HTTP/1.1', 'websocket', KEY, VERSION),
    no_handshake_key: upgrade(app, 'websocket', VERSION),
    wrong_handshake_key: upgrade(app, 'websocket', 'Sec-WebSocket-Key: short', VERSION),
    wrong_handshake_version: upgrade(app, 'websocket', KEY, 'Sec-WebSocket-Version: 7'),
    handshake_by_post: upgrade(`POST /app/${appKey}?protocol=7 HTTP/1.1`, 'websocket', KEY, VERSION),
    broken_frames: `${upgrade(app, 'websocket', KEY, VERSION)}\x81\x01A`,
    closing_frame: `${upgrade(app, 'websocket', KEY, VERSION)}\x88\x80\0\0\0\0`,
    pipelined: 'GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500),
  };
};
