import {
  BUSY_MS,
  FIRST_WITHIN_MS,
  type RawConnection,
  retryDelayMs,
  steadyConnection,
} from './steadyConnection';

let hidden = false;
Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
beforeEach(() => {
  hidden = false;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** A connection manager as the library's behaves: it calls `connect` of itself when it wants to try again. */
function fakeManager() {
  const bound = new Map<string, ((data: unknown) => void)[]>();
  const opened: number[] = [];
  let closed = 0;
  const emit = (event: string, data?: unknown) => {
    for (const callback of bound.get(event) ?? []) callback(data);
  };
  const manager: RawConnection = {
    connect: () => void opened.push(performance.now()),
    disconnect: () => {
      closed += 1;
      emit('disconnected');
    },
    bind: (event, callback) => bound.set(event, [...(bound.get(event) ?? []), callback]),
  };
  return { manager, emit, opened, closed: () => closed };
}

function steady(random = 0.5) {
  const fake = fakeManager();
  const log: string[] = [];
  const end = steadyConnection(fake.manager, {
    onLive: () => void log.push('live'),
    onLost: () => void log.push('lost'),
    onRefused: (code) => void log.push(`refused ${code}`),
    random: () => random,
  });
  const fail = (code: number) => fake.emit('error', { type: 'WebSocketError', error: { data: { code } } });
  /** Waits in steps until it has tried once more; how long that took. */
  const untilTried = () => {
    const before = fake.opened.length;
    const from = performance.now();
    while (fake.opened.length === before && performance.now() - from < 600_000) jest.advanceTimersByTime(50);
    return performance.now() - from;
  };
  return { ...fake, log, end, fail, untilTried };
}

test.each([
  ['the first try of many tabs is spread over two seconds', 0, null, 0, FIRST_WITHIN_MS],
  ['close codes 4200 to 4299 too', 0, 4200, 0, FIRST_WITHIN_MS],
  ['a busy server has some seconds more', 0, 4100, BUSY_MS, 3 * BUSY_MS],
  ['the second', 1, null, 1_000, 2_000],
  ['the fourth', 3, null, 4_000, 8_000],
  ['the thirtieth', 29, null, 30_000, 60_000],
])('%s', (_, attempt, code, least, most) => {
  expect(retryDelayMs(attempt, code, 0)).toBe(least);
  expect(retryDelayMs(attempt, code, 1)).toBe(most);
});

test('the library’s own try is put off, and made in the end', () => {
  const { manager, emit, opened, log, untilTried } = steady();
  emit('connected');
  emit('connecting_in');
  manager.connect();
  manager.connect();
  expect(opened).toEqual([]);
  expect(untilTried()).toBe(FIRST_WITHIN_MS / 2);
  emit('connected');
  expect(log).toEqual(['live', 'lost', 'lost', 'live']);
  expect(opened).toHaveLength(1);
});

test('tries that lead nowhere are given up, with longer waits between them', () => {
  const { manager, emit, opened, log, untilTried } = steady();
  emit('connected');
  manager.connect();
  untilTried();
  const waits = [untilTried(), untilTried(), untilTried()];
  expect(waits).toEqual([3_000 + 1_500, 4_000 + 3_000, 8_000 + 6_000]);
  expect(opened).toHaveLength(4);
  expect(log.filter((one) => one.startsWith('refused'))).toEqual([]);
});

test('who was connected for a while begins with a short wait again; who is thrown out at once does not', () => {
  const { manager, emit, untilTried } = steady();
  emit('connected');
  manager.connect();
  untilTried();
  emit('connected');
  jest.advanceTimersByTime(1_000);
  manager.connect();
  expect(untilTried()).toBe(1_500);
  emit('connected');
  jest.advanceTimersByTime(10_001);
  manager.connect();
  expect(untilTried()).toBe(FIRST_WITHIN_MS / 2);
});

test('a busy server is left alone for a while', () => {
  const { manager, emit, fail, untilTried } = steady();
  emit('connected');
  fail(4100);
  manager.connect();
  expect(untilTried()).toBe(2 * BUSY_MS);
});

test('a server that wants none is not asked again', () => {
  const { emit, fail, log, opened } = steady();
  emit('connected');
  fail(4009);
  emit('disconnected');
  jest.advanceTimersByTime(600_000);
  expect(log).toEqual(['live', 'refused 4009']);
  expect(opened).toEqual([]);
});

test('back on the network, or looked at again, it does not wait for the end of a long wait', () => {
  const { manager, emit, untilTried } = steady();
  emit('connected');
  manager.connect();
  for (const _ of [1, 2, 3, 4]) untilTried();
  jest.advanceTimersByTime(12_000);
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  jest.advanceTimersByTime(FIRST_WITHIN_MS);
  hidden = false;
  window.dispatchEvent(new Event('online'));
  expect(untilTried()).toBe(FIRST_WITHIN_MS / 2);
});

test('ended, it is closed and tries nothing', () => {
  const { manager, emit, log, opened, closed, end } = steady();
  emit('connected');
  manager.connect();
  end();
  manager.connect();
  window.dispatchEvent(new Event('online'));
  jest.advanceTimersByTime(600_000);
  expect(opened).toEqual([]);
  expect(closed()).toBe(1);
  expect(log).toEqual(['live', 'lost']);
});
