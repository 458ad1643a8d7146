import { createTracer, type KeptSpan, runInTrace } from '../trace';
import { createLog } from './createLog';
import { shortLine } from './shortLine';

const time = new Date('2026-11-16T12:03:44').getTime();

/** A log that keeps its lines. */
function keeping(production: boolean) {
  const lines: string[] = [];
  return { lines, log: createLog({ production, write: (line) => lines.push(line) }) };
}

it('writes short lines for people', () => {
  expect(shortLine(JSON.stringify({ level: 30, time, msg: 'Ready' }))).toBe('12:03:44 Ready\n');
  expect(shortLine(JSON.stringify({ level: 40, time, msg: 'Slow', ms: 12, path: '/x' }))).toBe(
    '12:03:44 warning: Slow ms=12 path=/x\n',
  );
  expect(
    shortLine(JSON.stringify({ level: 50, time, err: { message: 'No', stack: 'Error: No\n    at x' } })),
  ).toBe('12:03:44 error: No\n  Error: No\n      at x\n');
});

it('writes to the standard output', () => {
  const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  createLog({ production: false }).info('Ready');
  expect(write).toHaveBeenCalledWith(expect.stringMatching(/^\d\d:\d\d:\d\d Ready\n$/));
  write.mockRestore();
});

describe.each([
  ['for machines', true],
  ['for people', false],
])('a line %s', (_, production) => {
  // What ends a line in some viewer or other, moves its cursor, or turns its direction of writing.
  const CONTROLS = [
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\u000b',
    '\u000c',
    '\u001b[2K',
    '\u007f',
    '\u0085',
    '\u009b',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
  ];
  const forged = '{"level":30,"msg":"Signed in as admin"}';
  const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

  it.each(CONTROLS.map((control) => [JSON.stringify(control), control]))(
    'is not ended by %s',
    (_name, control) => {
      const { lines, log } = keeping(production);
      const text = `a${control}${forged}`;
      log.warn({ text, [`key${control}`]: text, deep: { list: [text] } }, text);
      log.child({ requestId: text }).error(new Error('x'), text);
      expect(lines).toHaveLength(2);
      const written = lines.map((line) => line.replace(/\n$/, ''));
      expect(written[0]).not.toMatch(UNSAFE);
      expect(written[0]).toContain('Signed in as admin');
      // Only the stack of an error has lines of its own, and they are set back.
      const [head, ...stack] = (written[1] ?? '').split('\n');
      expect(head).not.toMatch(UNSAFE);
      for (const line of stack) expect(line).toMatch(/^ {2}/);
    },
  );

  it('is not ended by the message of an error, which its stack repeats', () => {
    const { lines, log } = keeping(production);
    for (const control of CONTROLS) log.error({ err: new Error(`a${control}${forged}`) }, 'Failed');
    for (const line of lines) {
      expect(line.replaceAll('\n', '')).not.toMatch(UNSAFE);
      for (const each of line.replace(/\n$/, '').split('\n').slice(1)) expect(each).toMatch(/^ {2}/);
    }
    expect(lines).toHaveLength(CONTROLS.length);
  });

  it('reads back as it was said', () => {
    if (!production) return;
    const { lines, log } = keeping(true);
    const text = 'a\nb\u2028c\u0085d "e" \\ ü 😀';
    log.info({ text }, text);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text, msg: text });
  });
});

describe('secrets', () => {
  const NAMES = ['password', 'token', 'secret', 'authorization', 'cookie', 'csrf'];
  const SPELLINGS = [
    'admin_password',
    'passwordHash',
    'session_token',
    'X-CSRF-TOKEN',
    'Set-Cookie',
    'Authorization',
    'client_secret',
  ];
  const nest = (depth: number, value: object): object =>
    depth === 0 ? value : { in: nest(depth - 1, value) };
  const written = (value: object) => {
    const { lines, log } = keeping(true);
    log.info(value, 'x');
    return lines.join('');
  };

  it.each([0, 1, 2, 3, 4, 5])('are hidden below %i levels', (depth) => {
    for (const name of [...NAMES, ...SPELLINGS]) {
      const text = written(nest(depth, { [name]: 'hunter2', beside: 'seen' }));
      expect(text).not.toContain('hunter2');
      expect([name, text]).toEqual([name, expect.stringContaining(`"${name}":"[hidden]","beside":"seen"`)]);
    }
  });

  it('are hidden deeper too, since nothing deeper is written', () => {
    expect(written(nest(6, { password: 'hunter2' }))).not.toContain('hunter2');
    expect(written(nest(50, { password: 'hunter2' }))).not.toContain('hunter2');
  });

  it('are hidden in lists, in objects of classes, in whole objects under such a name, in errors and in what children carry', () => {
    class Call {
      headers = { cookie: 'hunter2', accept: 'seen' };
    }
    const error = Object.assign(new Error('No'), { config: { auth: { password: 'hunter2' } }, code: 'seen' });
    const cause = new Error('outer', { cause: error });
    const values = [
      { list: [{ token: 'hunter2', a: 'seen' }] },
      { call: new Call() },
      { cookies: { a: 'hunter2' }, b: 'seen' },
      { err: error },
      { failure: error },
      { err: cause, a: 'seen' },
    ];
    for (const value of values) {
      expect(written(value)).not.toContain('hunter2');
      expect(written(value)).toContain('seen');
    }
    const { lines, log } = keeping(true);
    log.error(error);
    log.child({ auth: { secret: 'hunter2' } }).info('x');
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('are hidden in what an object says of itself, and one that throws does not break the log', () => {
    const text = written({ call: { toJSON: () => ({ password: 'hunter2', a: 'seen' }) } });
    expect(text).toContain('"call":{"password":"[hidden]","a":"seen"}');
    const broken = Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        throw new TypeError('no');
      },
    });
    expect(written({ broken })).toContain('"unreadable":"TypeError","msg":"x"');
  });

  it('do not touch what was handed in, and circles, dates and money come through', () => {
    const value: Record<string, unknown> = { token: 'hunter2', at: new Date(0), micros: 5n, none: null };
    value.self = value;
    const text = written(value);
    expect(value.token).toBe('hunter2');
    expect(text).toContain('"at":"1970-01-01T00:00:00.000Z"');
    expect(JSON.parse(text)).toMatchObject({ micros: 5, none: null, self: '[Circular]' });
  });
});

describe('on the way of a call', () => {
  const origin = { correlationId: 'click-12345678', debugSessionId: 7, bornAtMs: 0 };
  const spans: KeptSpan[] = [];
  const tracer = createTracer({
    insert: async (batch) => void spans.push(...batch),
    node: 'n1',
    log: { warn: () => {} },
  });
  const context = tracer.contextOf(origin, 'request-1');
  beforeEach(() => spans.splice(0));

  it('every line names it, by whichever logger, and once', () => {
    const { lines, log } = keeping(true);
    log.info('before');
    runInTrace(context, () => {
      log.info({ a: 1 }, 'of a feature');
      log.child({ queue: 'mail' }).info('of a child');
      log
        .child({ requestId: 'request-1', correlationId: 'click-12345678' })
        .child({ b: 2 })
        .info('of the call');
    });
    const ids = { requestId: 'request-1', correlationId: 'click-12345678' };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'before' },
      { msg: 'of a feature', a: 1, ...ids },
      { msg: 'of a child', queue: 'mail', ...ids },
      { msg: 'of the call', b: 2, ...ids },
    ]);
    expect(lines[0]).not.toContain('correlationId');
    for (const line of lines.slice(1)) expect(line.split('correlationId')).toHaveLength(2);
  });

  it('warnings, errors and what has an event are in its timeline, their message alone', async () => {
    const { log } = keeping(true);
    log.warn('of nobody');
    runInTrace(context, () => {
      log.info('only a line');
      log.debug('not even that');
      log.info({ event: 'payments.deposit', userId: 7 }, 'A deposit was begun');
      log.warn({ password: 'hunter2' }, 'Slow');
      log.error({ err: new Error('No answer') });
      log.error(new Error('Broken'), 'A job failed');
    });
    await tracer.flush();
    expect(spans).toMatchObject([
      {
        kind: 'log',
        name: 'A deposit was begun',
        failed: false,
        detail: { level: 'info', event: 'payments.deposit' },
      },
      { kind: 'log', name: 'Slow', failed: false, detail: { level: 'warning' } },
      { kind: 'log', name: 'No answer', failed: true, detail: { level: 'error' } },
      { kind: 'log', name: 'A job failed', failed: true },
    ]);
    expect(JSON.stringify(spans)).not.toContain('hunter2');
  });
});
