import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../platform/log';
import { stopOnSignals } from './stopOnSignals';

function started(stopApp: () => Promise<void>) {
  const host = Object.assign(new EventEmitter(), { exit: jest.fn() });
  const stop = jest.fn(stopApp);
  stopOnSignals({ stop }, silentLog, host);
  return { host, stop };
}
const never = () => new Promise<void>(() => {});

test.each(['SIGTERM', 'SIGINT'])('%s stops the app, then the process', async (signal) => {
  const { host, stop } = started(async () => {});
  host.emit(signal);
  await turn();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(host.exit.mock.calls).toEqual([[0]]);
});

test('a second signal ends the process at once, whatever still stops', () => {
  const { host, stop } = started(never);
  host.emit('SIGTERM');
  expect(host.exit).not.toHaveBeenCalled();
  host.emit('SIGTERM');
  expect(host.exit.mock.calls).toEqual([[143]]);
  expect(stop).toHaveBeenCalledTimes(1);
});

test('a stop that fails ends the process as a failure', async () => {
  const { host } = started(async () => {
    throw new Error('no');
  });
  host.emit('SIGINT');
  await turn();
  expect(host.exit.mock.calls).toEqual([[1]]);
});

test('an error nobody caught is reported before the app stops', async () => {
  const host = Object.assign(new EventEmitter(), { exit: jest.fn() });
  const order: string[] = [];
  const app = {
    stop: async () => void order.push('stop'),
    reportFatal: (error: unknown) => void order.push(String(error)),
  };
  stopOnSignals(app, silentLog, host);
  host.emit('uncaughtException', new Error('a bug'));
  await turn();
  expect(order).toEqual(['Error: a bug', 'stop']);
});

test('an error nobody caught stops the app once', async () => {
  const { host, stop } = started(async () => {});
  host.emit('uncaughtException', new Error('a bug'));
  host.emit('uncaughtException', new Error('another'));
  await turn();
  expect(stop).toHaveBeenCalledTimes(1);
  expect(host.exit.mock.calls).toEqual([[1]]);
});
