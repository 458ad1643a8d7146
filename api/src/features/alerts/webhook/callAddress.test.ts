import { createServer } from 'node:net';
import { type CallOptions, callAddress, checkAddress, parseAddress } from './callAddress';
import { TEST_CERTIFICATE, TEST_KEY } from './testCertificate';
import { startTestReceiver, type TestReceiver } from './testReceiver';

let receiver: TestReceiver;
beforeEach(async () => {
  receiver = await startTestReceiver();
});
afterEach(() => receiver.close());

const CALL = { headers: { 'x-test': 'yes' }, body: '{"a":"ä"}' };
const LOCAL: CallOptions = { allowLocal: true };
const OUTSIDE: CallOptions = { allowLocal: false };
const leadsTo = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

test('an address is called once, with what it is given', async () => {
  const outcome = await callAddress(`${receiver.url}/hook?a=1`, CALL, LOCAL);
  expect(outcome).toEqual({ ok: true, status: 200, error: null, durationMs: expect.any(Number) });
  expect(receiver.calls).toEqual([
    {
      path: '/hook?a=1',
      headers: expect.objectContaining({ 'x-test': 'yes', 'content-length': '10' }),
      body: '{"a":"ä"}',
    },
  ]);
});

test.each([
  [500, 'status'],
  [404, 'status'],
  [410, 'status'],
  [302, 'redirect'],
  [307, 'redirect'],
] as const)('%i is a failure (%s), and nobody is followed anywhere', async (status, error) => {
  receiver.answer = status;
  expect(await callAddress(receiver.url, CALL, LOCAL)).toMatchObject({ ok: false, status, error });
  expect(receiver.calls).toHaveLength(1);
});

test('who does not answer in time is left', async () => {
  receiver.answer = 'silence';
  const outcome = await callAddress(receiver.url, CALL, { ...LOCAL, timeoutMs: 50 });
  expect(outcome).toMatchObject({ ok: false, status: null, error: 'timeout' });
});

test('an answer without end does not hold anybody up', async () => {
  receiver.answer = (_call, res) => {
    res.writeHead(200);
    res.write('x'.repeat(100_000));
  };
  expect(await callAddress(receiver.url, CALL, LOCAL)).toMatchObject({ ok: true, status: 200 });
});

test('a name that is looked up for ever is left too', async () => {
  const options = { ...OUTSIDE, timeoutMs: 50, resolve: () => new Promise<never>(() => {}) };
  expect(await callAddress('https://hooks.test/', CALL, options)).toMatchObject({ error: 'timeout' });
  expect(await checkAddress('https://hooks.test/', options)).toBe('timeout');
});

test('the call goes to the address that was looked at, whatever the name says later', async () => {
  let asked = 0;
  const options: CallOptions = {
    allowLocal: true,
    resolve: async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  };
  const outcome = await callAddress(`http://localhost:${receiver.port}/`, CALL, options);
  expect(outcome.ok).toBe(true);
  expect(asked).toBe(1);
  expect(receiver.calls[0]?.headers.host).toBe(`localhost:${receiver.port}`);
});

test.each([
  ['one of our network', ['10.0.0.7']],
  ['the cloud’s own', ['169.254.169.254']],
  ['this machine', ['127.0.0.1']],
  ['one good and one of ours', ['8.8.8.8', '192.168.0.1']],
  ['ours as IPv6', ['::ffff:10.0.0.7']],
  ['a network of this house', ['fd00::1']],
])('a name that leads to %s is not called', async (_, addresses) => {
  const options = { ...OUTSIDE, ...leadsTo(...addresses) };
  expect(await callAddress('https://hooks.test/', CALL, options)).toMatchObject({
    ok: false,
    status: null,
    error: 'not-public',
  });
  expect(await checkAddress('https://hooks.test/', options)).toBe('not-public');
});

test.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://10.0.0.1:8443/',
])('%s is not called, however it is written', async (url) => {
  expect(await callAddress(url, CALL, OUTSIDE)).toMatchObject({ error: 'not-public' });
});

test('only this machine is open to tests, no other private network', async () => {
  const options = { ...LOCAL, ...leadsTo('192.168.0.1') };
  expect(await callAddress('https://hooks.test/', CALL, options)).toMatchObject({ error: 'not-public' });
});

test('a name that leads nowhere, and a host that nobody listens at', async () => {
  const nowhere = { ...OUTSIDE, resolve: async () => [] };
  expect(await callAddress('https://hooks.test/', CALL, nowhere)).toMatchObject({ error: 'unknown-host' });
  const failing = { ...OUTSIDE, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  expect(await checkAddress('https://hooks.test/', failing)).toBe('unknown-host');
  await receiver.close();
  expect(await callAddress(receiver.url, CALL, LOCAL)).toMatchObject({ error: 'unreachable' });
  receiver = await startTestReceiver();
});

test('who speaks no HTTP is unreachable', async () => {
  const server = createServer((socket) => {
    socket.resume().on('error', () => {});
    socket.end('220 mail ready\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  expect(await callAddress(`http://127.0.0.1:${port}/`, CALL, LOCAL)).toMatchObject({ error: 'unreachable' });
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  'http://hooks.test/',
  'http://127.0.0.1/',
  'ftp://hooks.test/',
  'https://name:secret@hooks.test/',
  'https://hooks.test:25/',
  'https://hooks.test:80/',
  'hooks.test',
  '',
])('%j is no address to call', (url) => expect(parseAddress(url, OUTSIDE)).toBeNull());

test.each(['https://hooks.test', 'https://hooks.test:8443/a?b=c', 'https://käse.test/'])('%s is one', (url) =>
  expect(parseAddress(url, OUTSIDE)?.protocol).toBe('https:'),
);

describe('https', () => {
  let secure: TestReceiver;
  beforeEach(async () => {
    secure = await startTestReceiver({ key: TEST_KEY, cert: TEST_CERTIFICATE });
  });
  afterEach(() => secure.close());
  const options: CallOptions = { allowLocal: true, ...leadsTo('127.0.0.1') };
  const of = (name: string) => `https://${name}:${secure.port}/hook`;

  test('asks the address that was looked at for the certificate of the name', async () => {
    const trusted = { ...options, ca: TEST_CERTIFICATE };
    expect(await callAddress(of('hooks.test'), CALL, trusted)).toMatchObject({ ok: true, status: 200 });
    expect(secure.calls[0]?.headers.host).toBe(`hooks.test:${secure.port}`);
    expect(await callAddress(of('other.test'), CALL, trusted)).toMatchObject({
      ok: false,
      error: 'certificate',
    });
  });

  test('nothing is said to who signed the certificate themselves', async () => {
    expect(await callAddress(of('hooks.test'), CALL, options)).toMatchObject({
      ok: false,
      error: 'certificate',
    });
    expect(secure.calls).toEqual([]);
  });
});
