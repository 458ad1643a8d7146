import { createLog } from './createLog';

test('a line for machines says when, by UTC, how grave, where, and in which call', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ production: true, write: (line) => void lines.push(JSON.parse(line)) });
  const before = Date.now();
  log.child({ requestId: 'call-1' }).warn({ event: 'auth.login_failed', userId: 7 }, 'A log-in failed');
  const [line = {}] = lines;
  expect(line).toMatchObject({
    level: 40,
    requestId: 'call-1',
    event: 'auth.login_failed',
    userId: 7,
    msg: 'A log-in failed',
    pid: process.pid,
    hostname: expect.any(String),
  });
  // Milliseconds since 1970: no time zone to guess.
  expect(line.time).toBeGreaterThanOrEqual(before);
  expect(line.time).toBeLessThanOrEqual(Date.now());
});
