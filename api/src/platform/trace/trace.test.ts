import { Registry } from 'prom-client';
import {
  createTracer,
  currentTrace,
  isTraced,
  type KeptSpan,
  note,
  outsideTraces,
  readTraceText,
  runInTrace,
  span,
  traceText,
} from '.';

const BORN = Date.parse('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;
const ORIGIN = { correlationId: 'click-12345678', debugSessionId: 7, bornAtMs: BORN };

function open(insert?: (spans: readonly KeptSpan[]) => Promise<void>) {
  const batches: KeptSpan[][] = [];
  const warnings: object[] = [];
  const metrics = new Registry();
  const tracer = createTracer({
    insert: insert ?? (async (spans) => void batches.push([...spans])),
    node: 'n1',
    log: { warn: (detail) => void warnings.push(detail) },
    metrics,
    now: () => BORN,
  });
  const dropped = async () => (await metrics.getMetricsAsJSON())[0]?.values[0]?.value;
  return { tracer, batches, warnings, dropped, spans: () => batches.flat() };
}

describe('an origin as text', () => {
  it.each([
    [ORIGIN, `click-12345678/7/${BORN}`],
    [{ ...ORIGIN, debugSessionId: null }, `click-12345678//${BORN}`],
  ])('%j is %s', (origin, text) => {
    expect(traceText(origin)).toBe(text);
    expect(readTraceText(text, BORN)).toEqual(origin);
  });

  it.each([
    null,
    undefined,
    '',
    7,
    'click',
    `short/7/${BORN}`,
    `click-12345678/x/${BORN}`,
    `a b c d e f/7/${BORN}`,
  ])('nothing is read of %j', (text) => expect(readTraceText(text, BORN)).toBeNull());

  it('is worth nothing after two hours, so that jobs which send each other end with it', () => {
    expect(readTraceText(traceText(ORIGIN), BORN + 2 * HOUR_MS)).toEqual(ORIGIN);
    expect(readTraceText(traceText(ORIGIN), BORN + 2 * HOUR_MS + 1)).toBeNull();
  });
});

it('keeps what happens on the way of a call, through promises and timers, and nothing beside it', async () => {
  const { tracer, spans } = open();
  note({ kind: 'log', name: 'before' });
  const context = tracer.contextOf(ORIGIN, 'request-1');
  await runInTrace(context, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    note({ kind: 'sql', name: 'select 1', durationMs: 0.5 });
    outsideTraces(() => note({ kind: 'log', name: 'of nobody' }));
  });
  expect(isTraced()).toBe(false);
  await tracer.flush();
  expect(spans()).toEqual([
    {
      debugSessionId: 7,
      correlationId: 'click-12345678',
      requestId: 'request-1',
      kind: 'sql',
      name: 'select 1',
      failed: false,
      startedAtMs: expect.any(Number),
      durationMs: 0.5,
      detail: {},
      node: 'n1',
    },
  ]);
});

it('names a call of nobody who debugs, and keeps nothing of it', async () => {
  const { tracer, spans } = open();
  const context = tracer.contextOf({ ...ORIGIN, debugSessionId: null }, null);
  await runInTrace(context, async () => {
    expect([currentTrace()?.correlationId, isTraced()]).toEqual(['click-12345678', false]);
    note({ kind: 'sql', name: 'select 1' });
    expect(
      await span(
        'mail',
        () => 'welcome',
        async () => 3,
      ),
    ).toBe(3);
  });
  await tracer.flush();
  expect(spans()).toEqual([]);
});

it('measures work with a length, and says how it ended', async () => {
  const { tracer, spans } = open();
  const failing = span(
    'xero',
    () => 'GET /x',
    async () => {
      throw new Error('No');
    },
  );
  await expect(failing).rejects.toThrow('No');
  await runInTrace(tracer.contextOf(ORIGIN, null), async () => {
    await span(
      'mail',
      () => 'welcome',
      async () => 3,
      (ended) => ended,
    );
    const broken = span(
      'xero',
      () => 'GET /x',
      async () => {
        throw new Error('No');
      },
      (ended) => ({ hasFailed: 'error' in ended }),
    );
    await expect(broken).rejects.toThrow('No');
  });
  await tracer.flush();
  expect(spans()).toMatchObject([
    { kind: 'mail', name: 'welcome', failed: false, detail: { value: 3 } },
    { kind: 'xero', name: 'GET /x', failed: true, detail: { hasFailed: true } },
  ]);
});

it('orders what one call does to the microsecond', async () => {
  const { tracer, spans } = open();
  runInTrace(tracer.contextOf(ORIGIN, null), () => {
    for (const name of ['first', 'second', 'third']) note({ kind: 'log', name });
  });
  await tracer.flush();
  const times = spans().map(({ startedAtMs }) => startedAtMs);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(Math.abs((times[0] ?? 0) - BORN)).toBeLessThan(HOUR_MS);
});

it('writes by itself, in batches, outside of every timeline', async () => {
  jest.useFakeTimers();
  const inside: boolean[] = [];
  const sizes: number[] = [];
  const { tracer } = open(async (batch) => {
    inside.push(isTraced());
    sizes.push(batch.length);
  });
  runInTrace(tracer.contextOf(ORIGIN, null), () => {
    for (let at = 0; at < 700; at++) note({ kind: 'sql', name: 'select 1' });
  });
  await jest.advanceTimersByTimeAsync(249);
  expect(sizes).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect([sizes, inside]).toEqual([
    [500, 200],
    [false, false],
  ]);
  jest.useRealTimers();
});

it('drops and counts what does not fit: of one call, of all, and what the database does not take', async () => {
  const { tracer, dropped, spans } = open();
  const fill = (count: number) =>
    runInTrace(tracer.contextOf(ORIGIN, null), () => {
      for (let at = 0; at < count; at++) note({ kind: 'sql', name: 'select 1' });
    });
  fill(1_003);
  expect(await dropped()).toBe(3);
  for (let calls = 0; calls < 5; calls++) fill(1_000);
  expect(await dropped()).toBe(1_003);
  await tracer.stop();
  expect(spans()).toHaveLength(5_000);
  fill(1);
  expect(await dropped()).toBe(1_004);

  const broken = open(async () => {
    throw new Error('no database');
  });
  runInTrace(broken.tracer.contextOf(ORIGIN, null), () => note({ kind: 'sql', name: 'select 1' }));
  await broken.tracer.flush();
  expect([await broken.dropped(), broken.warnings]).toEqual([1, [expect.objectContaining({ spans: 1 })]]);
});

it('keeps what can be stored: cut, without half characters and zeros', async () => {
  const { tracer, spans } = open();
  runInTrace(tracer.contextOf(ORIGIN, null), () =>
    note({ kind: 'sql', name: `${'x'.repeat(1_999)}😀`, detail: { reason: `a\0b\ud800${'y'.repeat(600)}` } }),
  );
  await tracer.flush();
  const [kept] = spans();
  expect(kept?.name).toBe(`${'x'.repeat(1_999)}\ufffd`);
  expect(kept?.detail.reason).toMatch(/^ab\ufffdy{496}$/);
});
