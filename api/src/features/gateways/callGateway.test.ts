import { createLog, silentLog } from '../../platform/log';
import { callGateway } from './callGateway';
import { GatewayRefused } from './Gateway';

const gateway = { id: 'test' };
const quick = { timeoutMs: 1_000, tries: 3, firstPauseMs: 1 };

test('a call that fails is made again', async () => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls < 3) throw new Error('away');
    return 'there';
  };
  expect(await callGateway(gateway, silentLog, work, quick)).toBe('there');
  expect(calls).toBe(3);
});

test('after the last try it is 502, and the log does not repeat the gateway’s words', async () => {
  const lines: string[] = [];
  const log = createLog({ production: true, level: 'debug', write: (line: string) => lines.push(line) });
  const work = async () => {
    throw new TypeError('card 4242424242424242');
  };
  await expect(callGateway(gateway, log, work, quick)).rejects.toMatchObject({
    status: 502,
    code: 'GATEWAY_FAILED',
  });
  expect(lines.join()).toContain('TypeError');
  expect(lines.join()).not.toContain('4242424242424242');
});

test('a no is an answer: it is not asked again', async () => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    throw new GatewayRefused('no');
  };
  await expect(callGateway(gateway, silentLog, work, quick)).rejects.toMatchObject({ status: 502 });
  expect(calls).toBe(1);
});

test('one that does not answer is given up in time, and told so', async () => {
  let told: AbortSignal | null = null;
  const work = (signal: AbortSignal) => {
    told = signal;
    return new Promise<never>(() => {});
  };
  const started = Date.now();
  await expect(callGateway(gateway, silentLog, work, { ...quick, timeoutMs: 100 })).rejects.toMatchObject({
    code: 'GATEWAY_FAILED',
  });
  expect(Date.now() - started).toBeLessThan(2_000);
  expect(told).toMatchObject({ aborted: true });
});
