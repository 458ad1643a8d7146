import { createLog } from './createLog';
import { shortLine } from './shortLine';

it('writes short lines for people', () => {
  const time = new Date('2026-11-16T12:03:44').getTime();
  expect(shortLine(JSON.stringify({ level: 30, time, msg: 'Ready' }))).toBe('12:03:44 Ready\n');
  expect(shortLine(JSON.stringify({ level: 40, time, msg: 'Slow', ms: 12, path: '/x' }))).toBe(
    '12:03:44 warning: Slow ms=12 path=/x\n',
  );
  expect(
    shortLine(JSON.stringify({ level: 50, time, err: { message: 'No', stack: 'Error: No\n    at x' } })),
  ).toBe('12:03:44 error: No\n  Error: No\n      at x\n');
});

it('hides secrets wherever they stand', () => {
  const lines: string[] = [];
  const write = jest
    .spyOn(process.stdout, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  const log = createLog({ production: false });
  log.info(
    {
      password: 'p1',
      body: { admin_password: 'p2', token: 'p3' },
      req: { headers: { cookie: 'p4', authorization: 'p5' } },
    },
    'x',
  );
  write.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/p[1-5]/);
  expect(lines[0]).toContain('[hidden]');
});
