import { readSimulationPlan } from './simulationPlan';

const plan = (...args: string[]) => readSimulationPlan(args, {});

test('without anything: five page views a second for a minute, on this machine', () => {
  expect(plan()).toEqual({
    url: 'http://127.0.0.1:8080',
    site: 'http://127.0.0.1:8081',
    zones: null,
    pageViewsPerSecond: 5,
    durationMs: 60_000,
    ctr: null,
    bots: 0,
    private: 0,
    conversions: 0,
    goal: null,
    seed: expect.any(Number),
    json: false,
  });
  expect(readSimulationPlan([], { PORT: '9000', DEMO_PORT: '9001' })).toMatchObject({
    url: 'http://127.0.0.1:9000',
    site: 'http://127.0.0.1:9001',
  });
  expect(plan('--help')).toBeNull();
});

test('everything', () => {
  expect(
    plan(
      ...'--rate 600/m --for 90s --url http://ads.example/ --zones z_1,z_2,z_1 --ctr 2.5% --bots 5% --private 0.1'.split(
        ' ',
      ),
      ...'--conversions 20% --goal g_1 --goal-key k --seed 7 --json'.split(' '),
    ),
  ).toMatchObject({
    url: 'http://ads.example',
    zones: ['z_1', 'z_2'],
    pageViewsPerSecond: 10,
    durationMs: 90_000,
    ctr: 0.025,
    bots: 0.05,
    private: 0.1,
    conversions: 0.2,
    goal: { id: 'g_1', key: 'k' },
    seed: 7,
    json: true,
  });
});

test.each([
  [['--rps', '20', '--minutes', '0.5'], 20, 30_000],
  [['--rate', '3600/h', '--for', '1h'], 1, 3_600_000],
  [['--rate', '0.5', '--for', '5'], 0.5, 5_000],
  [['--rate', '500/s', '--for', '24h'], 500, 86_400_000],
])('%j', (args, pageViewsPerSecond, durationMs) => {
  expect(plan(...args)).toMatchObject({ pageViewsPerSecond, durationMs });
});

test.each([
  [['--rate', '501/s'], '--rate is a rate such as 20/s or 600/m, at most 500/s, not 501/s.'],
  [['--rate', '0'], '--rate is a rate'],
  [['--rps', 'many'], '--rps is a rate'],
  [['--for', '25h'], '--for is a time such as 90s, 5m or 1h, at most 24h, not 25h.'],
  [['--for', '0s'], '--for is a time'],
  [['--minutes', '-1'], '--minutes'],
  [['--rate', '1/s', '--rps', '1'], '--rate and --rps say the same: give one of them.'],
  [['--for', '1m', '--minutes', '1'], '--for and --minutes say the same'],
  [['--bots', '101%'], '--bots is a share such as 5% or 0.05, at most 100%, not 101%.'],
  [['--ctr', 'high'], '--ctr is a share'],
  [['--url', 'ads.example'], '--url is an http address'],
  [['--url', 'https://ads.example'], '--url is an http address'],
  [['--zones', 'z_1,'], '--zones are ids such as z_1001,z_1002, not empty.'],
  [['--zones', 'z 1'], '--zones are ids'],
  [['--zones', Array.from({ length: 21 }, (_, zone) => `z_${zone}`).join()], 'at most 20 zones'],
  [['--conversions', '5%'], '--conversions needs a goal to report to: --goal g_….'],
  [['--seed', 'x'], '--seed is a whole number, not x.'],
  [['--speed', '1'], '--help lists the options.'],
  [['20'], '--help lists the options.'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => plan(...args)).toThrow(sentence);
});
