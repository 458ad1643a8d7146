import { createSocket } from 'node:dgram';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOutbound } from './createOutbound';
import { OutboundError } from './OutboundError';
import { createResolveName, type ResolveNameOptions } from './resolveName';

const A = 1;
const AAAA = 28;
const NO_SUCH_NAME = 3;
const SERVER_FAILED = 2;

/** What the name server says: addresses, a code of RFC 1035, or nothing at all. */
type Answer = string[] | number | 'silence';
let names: Record<string, Partial<Record<number, Answer>>>;
let asked: string[];
const server = createSocket('udp4');
const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-names-'));
const hostsFile = path.join(folder, 'hosts');
let resolveName: (options?: ResolveNameOptions) => ReturnType<typeof createResolveName>;

function bytesOf(address: string): number[] {
  if (address.includes('.')) return address.split('.').map(Number);
  const [head = '', tail = ''] = address.split('::').map((part) => part);
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((each) => Number.parseInt(each, 16));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}

/** A name server of one question at a time (RFC 1035, section 4). */
server.on('message', (question, { port, address }) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const kind = question.readUInt16BE(at + 1);
  const name = labels.join('.').toLowerCase();
  asked.push(`${name} ${kind}`);
  const known = names[name];
  const answer = known ? (known[kind] ?? []) : NO_SUCH_NAME;
  if (answer === 'silence') return;
  const addresses = typeof answer === 'number' ? [] : answer;
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((each) => {
    const bytes = bytesOf(each);
    return Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 1, 0, bytes.length, ...bytes]);
  });
  server.send(Buffer.concat([head, question.subarray(12, at + 5), ...records]), port, address);
});

beforeAll(async () => {
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  const servers = [`127.0.0.1:${server.address().port}`];
  writeFileSync(hostsFile, '127.0.0.1 own.example  # ours\n# 10.0.0.1 hidden.example\n::1\tOWN.example\n');
  resolveName = (options) =>
    createResolveName({ servers, hostsFile, timeoutMs: 200, tries: 1, prefersIPv4: () => true, ...options });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  names = {};
  asked = [];
});

it('answers the addresses of both kinds, those that the machine reaches first', async () => {
  names['both.example'] = { [A]: ['93.184.216.34', '93.184.216.35'], [AAAA]: ['2606:2800::1'] };
  expect(await resolveName()('both.example')).toEqual(['93.184.216.34', '93.184.216.35', '2606:2800::1']);
  const [first] = await resolveName({ prefersIPv4: () => false })('both.example');
  expect(first).toBe('2606:2800::1');
});

it.each([A, AAAA])('a name with addresses of one kind has those (%i)', async (kind) => {
  const [address] = kind === A ? ['93.184.216.34'] : ['2606:2800::1'];
  names['one.example'] = { [kind]: [address ?? ''] };
  expect(await resolveName()('one.example')).toEqual([address]);
});

it('what is said of one kind holds although nothing is said of the other', async () => {
  names['half.example'] = { [A]: ['93.184.216.34'], [AAAA]: 'silence' };
  expect(await resolveName()('half.example')).toEqual(['93.184.216.34']);
});

it.each<[string, string, Partial<Record<number, Answer>> | undefined]>([
  ['that there is none', 'ENOTFOUND', undefined],
  ['that it has no address', 'ENODATA', {}],
  ['that it failed', 'ESERVFAIL', { [A]: SERVER_FAILED, [AAAA]: SERVER_FAILED }],
  ['nothing', 'ETIMEOUT', { [A]: 'silence', [AAAA]: 'silence' }],
])('of a name whose server says %s there is %s', async (_what, code, known) => {
  if (known) names['gone.example'] = known;
  await expect(resolveName()('gone.example')).rejects.toMatchObject({ code });
});

it('knows the names of the hosts file and localhost without asking anybody', async () => {
  expect(await resolveName()('Own.example')).toEqual(['127.0.0.1', '::1']);
  expect(await resolveName()('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolveName({ hostsFile: path.join(folder, 'none') })('a.localhost.')).toEqual([
    '127.0.0.1',
    '::1',
  ]);
  expect(asked).toEqual([]);
  names['hidden.example'] = { [A]: ['93.184.216.34'] };
  expect(await resolveName()('hidden.example')).toEqual(['93.184.216.34']);
});

it('is given up with the call that asks', async () => {
  names['slow.example'] = { [A]: 'silence', [AAAA]: 'silence' };
  const giveUp = new AbortController();
  const pending = resolveName({ timeoutMs: 60_000 })('slow.example', giveUp.signal);
  server.once('message', () => giveUp.abort());
  await expect(pending).rejects.toMatchObject({ code: 'ECANCELLED' });
});

it('a call goes nowhere when one of the addresses lies inside', async () => {
  names['inside.example'] = { [A]: ['93.184.216.34'], [AAAA]: ['fd00::1'] };
  names['mapped.example'] = { [AAAA]: ['::ffff:a00:1'] };
  const outbound = createOutbound({ allowed: [], resolve: resolveName() });
  for (const host of ['inside.example', 'mapped.example', 'own.example', 'localhost'])
    await expect(outbound.ask(`http://${host}/`)).rejects.toMatchObject({ code: 'address-refused' });
  const unknown = await outbound.ask('http://unknown.example/').catch((error: unknown) => error);
  expect(unknown).toBeInstanceOf(OutboundError);
  expect(unknown).toMatchObject({ code: 'name-unknown' });
});

it('the system’s names are not looked up on the threads that files are read with', async () => {
  const lookups = jest.spyOn(dns, 'lookup');
  const outbound = createOutbound({ allowed: [] });
  await expect(outbound.ask('http://localhost/')).rejects.toMatchObject({ code: 'address-refused' });
  expect(lookups).not.toHaveBeenCalled();
});
