import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { addressesOf } from './addressesOf';

const [A, AAAA] = [1, 28];
const HEAD_BYTES = 12;
let server: Socket;
let at: string[];
/** What is answered to a type of question; null: nothing, ever. */
let answers: Record<number, number[][]> | null;

/** A whole answer (RFC 1035 §4.1): the question again, and each address under the name that stands there. */
function answerTo(query: Buffer): Buffer | null {
  if (answers === null) return null;
  const nameEnd = query.indexOf(0, HEAD_BYTES) + 1;
  const question = query.subarray(HEAD_BYTES, nameEnd + 4);
  const type = query.readUInt16BE(nameEnd);
  const records = (answers[type] ?? []).map((bytes) =>
    Buffer.from([0xc0, HEAD_BYTES, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
  );
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  return Buffer.concat([head, question, ...records]);
}

beforeEach(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) server.send(answer, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  at = [`127.0.0.1:${server.address().port}`];
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

test('all addresses of a name, those of IPv4 first', async () => {
  answers = {
    [A]: [
      [192, 0, 2, 7],
      [10, 0, 0, 1],
    ],
    [AAAA]: [[0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7]],
  };
  expect(await addressesOf('hooks.test', { servers: at })).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '10.0.0.1', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]);
});

test('one kind of address is enough, none is an error', async () => {
  answers = { [A]: [[192, 0, 2, 7]] };
  expect(await addressesOf('hooks.test', { servers: at })).toEqual([{ address: '192.0.2.7', family: 4 }]);
  answers = {};
  await expect(addressesOf('hooks.test', { servers: at })).rejects.toMatchObject({ code: 'ENODATA' });
});

test('name servers that never answer are given up, and keep nobody else from finding a name', async () => {
  answers = null;
  let waiting = 0;
  const silent = Array.from({ length: 16 }, async (_, index) => {
    waiting += 1;
    await expect(addressesOf(`hooks${index}.test`, { servers: at, timeoutMs: 250 })).rejects.toMatchObject({
      code: 'ETIMEOUT',
    });
    waiting -= 1;
  });
  await lookup('localhost');
  expect(waiting).toBe(silent.length);
  await Promise.all(silent);
});
