import fc from 'fast-check';
import { assertSelection, fingerprint, ReversalError, selectionJson, windowsOf } from './trafficSelection';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;
const id = (number: number) => `01890a5d-ac96-774b-bcce-${String(number).padStart(12, '0')}`;

describe('assertSelection refuses', () => {
  const span = { zoneId: 401, fromMs: NOW_MS - HOUR_MS, toMs: NOW_MS };
  it.each([
    ['all traffic at once', { fromMs: span.fromMs, toMs: span.toMs }],
    ['a span that is empty', { ...span, toMs: span.fromMs }],
    ['a span that ends before it begins', { ...span, toMs: span.fromMs - 1 }],
    ['a span that cannot be read', { ...span, fromMs: Number.NaN }],
    ['a span that ends in the future', { ...span, toMs: NOW_MS + 1 }],
    ['a span of more than 366 days', { ...span, fromMs: NOW_MS - 366 * 24 * HOUR_MS - 1 }],
    ['no decisions', { decisionIds: [] }],
    ['what is no decision id', { decisionIds: [id(1), 'x'] }],
    ['more decisions than it takes', { decisionIds: Array.from({ length: 10_001 }, (_, at) => id(at)) }],
  ])('%s', (_, selection) => expect(() => assertSelection(selection, NOW_MS)).toThrow(ReversalError));

  it('and takes a span and decisions', () => {
    expect(() => assertSelection(span, NOW_MS)).not.toThrow();
    expect(() => assertSelection({ ...span, fromMs: NOW_MS - 366 * 24 * HOUR_MS }, NOW_MS)).not.toThrow();
    expect(() => assertSelection({ decisionIds: [id(1)] }, NOW_MS)).not.toThrow();
  });
});

it('windows cover a span without a gap, none over the end of a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 * HOUR_MS }), fc.nat(100 * HOUR_MS), (length, back) => {
      const toMs = NOW_MS - back;
      const windows = windowsOf({ zoneId: 1, fromMs: toMs - length, toMs });
      expect(windows[0]?.fromMs).toBe(toMs - length);
      expect(windows.at(-1)?.toMs).toBe(toMs);
      for (const [at, { fromMs, toMs: endMs }] of windows.entries()) {
        expect(fromMs).toBeLessThan(endMs ?? 0);
        if (at > 0) expect(fromMs).toBe(windows[at - 1]?.toMs);
        const dayOf = (ms: number) => Math.floor(ms / (24 * HOUR_MS));
        expect(dayOf((endMs ?? 0) - 1)).toBe(dayOf(fromMs ?? 0));
      }
    }),
  );
});

it('decisions are gone through a thousand at a time, each once', () => {
  const ids = Array.from({ length: 2_500 }, (_, at) => id(at % 2_400));
  const windows = windowsOf({ decisionIds: ids });
  expect(windows.map(({ decisionIds }) => decisionIds?.length)).toEqual([1_000, 1_000, 400]);
});

it('the same selection has the same name, another one another', () => {
  const span = { zoneId: 401, campaignId: 101, fromMs: NOW_MS - 1, toMs: NOW_MS };
  const print = fingerprint('sivt', span);
  expect(fingerprint('sivt', { toMs: NOW_MS, fromMs: NOW_MS - 1, campaignId: 101, zoneId: 401 })).toBe(print);
  expect(fingerprint('bot', span)).not.toBe(print);
  expect(fingerprint('sivt', { ...span, campaignId: 102 })).not.toBe(print);
  expect(fingerprint('sivt', { decisionIds: [id(2), id(1), id(2)] })).toBe(
    fingerprint('sivt', { decisionIds: [id(1), id(2)] }),
  );
  expect(selectionJson(span)).toEqual({
    zone: 401,
    campaign: 101,
    from: '2026-11-20T11:59:59.999Z',
    to: '2026-11-20T12:00:00.000Z',
  });
});
