import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createResolveTxt, type ResolveTxt } from './resolveTxt';

const TXT = 16;
const NO_SUCH_NAME = 3;
const SERVER_FAILED = 2;

/** Records of a name, each as its pieces; a code of RFC 1035; or nothing at all. */
let answer: string[][] | number | 'silence';
const server = createSocket('udp4');
let resolveTxt: ResolveTxt;

server.on('message', (question, { port, address }) => {
  if (answer === 'silence') return;
  const records = typeof answer === 'number' ? [] : answer;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 10);
  let end = 12;
  while ((question[end] ?? 0) > 0) end += 1 + (question[end] ?? 0);
  const written = records.map((pieces) => {
    const text = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
    return Buffer.concat([Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 1, 0, text.length]), text]);
  });
  server.send(Buffer.concat([head, question.subarray(12, end + 5), ...written]), port, address);
});
beforeAll(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const servers = [`127.0.0.1:${server.address().port}`];
  resolveTxt = createResolveTxt({ servers, timeoutMs: 200, tries: 1 });
});
afterAll(() => void server.close());

it('answers the records, those of several pieces in one', async () => {
  answer = [['v=spf1 -all'], ['ezdash-verification=', 'abc']];
  expect(await resolveTxt('site.example')).toEqual(['v=spf1 -all', 'ezdash-verification=abc']);
});

it.each([[NO_SUCH_NAME], [[]]])('there are none where there is no name or no record', async (told) => {
  answer = told;
  expect(await resolveTxt('site.example')).toEqual([]);
});

it('says that a server failed, or says nothing', async () => {
  answer = SERVER_FAILED;
  await expect(resolveTxt('site.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  answer = 'silence';
  await expect(resolveTxt('site.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('is given up with the call that asks', async () => {
  answer = 'silence';
  const giveUp = new AbortController();
  const patient = createResolveTxt({
    servers: [`127.0.0.1:${server.address().port}`],
    timeoutMs: 60_000,
    tries: 1,
  });
  const pending = patient('site.example', giveUp.signal);
  server.once('message', () => giveUp.abort());
  await expect(pending).rejects.toMatchObject({ code: 'ECANCELLED' });
});
