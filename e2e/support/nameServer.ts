import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Codes of RFC 1035. */
const TXT = 16;
const NO_SUCH_NAME = 3;
const HEAD_BYTES = 12;

export interface NameServer {
  /** `127.0.0.1:5353`, as `DNS_SERVERS` wants it. */
  address: string;
  /** Name → its TXT records; names that are not here do not exist. */
  records: Record<string, string[]>;
  stop(): void;
}

/** The labels of the one question, and where it ends. */
function readQuestion(message: Buffer): { name: string; kind: number; end: number } {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), kind: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A name server for TXT records alone, on a port of its own. */
export async function startNameServer(): Promise<NameServer> {
  const server = createSocket('udp4');
  const records: NameServer['records'] = {};
  server.on('message', (question, { port, address }) => {
    const { name, kind, end } = readQuestion(question);
    const known = records[name];
    const texts = kind === TXT ? (known ?? []) : [];
    const head = Buffer.from(question.subarray(0, HEAD_BYTES));
    head.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
    head.writeUInt16BE(texts.length, 6);
    // No other sections, whatever the question brought along.
    head.writeUInt32BE(0, 8);
    const answers = texts.map((text) => {
      const piece = Buffer.from(text);
      const data = Buffer.concat([Buffer.from([piece.length]), piece]);
      return Buffer.concat([Buffer.from([0xc0, HEAD_BYTES, 0, TXT, 0, 1, 0, 0, 0, 1, 0, data.length]), data]);
    });
    server.send(Buffer.concat([head, question.subarray(HEAD_BYTES, end), ...answers]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `127.0.0.1:${server.address().port}`, records, stop: () => server.close() };
}
