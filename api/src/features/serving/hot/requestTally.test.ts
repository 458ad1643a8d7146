import { NO_FILL_REASONS } from '@ezdash/contracts';
import { countryNumber } from './index/country';
import { decodeRecord, type JournalRecord } from './records';
import { RequestTally } from './requestTally';

const NOON_MS = Date.UTC(2027, 0, 15, 12);
const DE = countryNumber('DE');
const US = countryNumber('US');

function makeTally() {
  const written: (JournalRecord | null)[] = [];
  const tally = new RequestTally({
    appendAsync: (record) => written.push(decodeRecord(Buffer.from(record))),
  });
  return { tally, written };
}

describe('RequestTally', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('writes what is alike once, with its number', () => {
    const { tally, written } = makeTally();
    for (let index = 0; index < 1_000; index += 1) tally.count(7, DE, 2, 0, NOON_MS + (index % 200));
    tally.count(7, US, 2, 0, NOON_MS + 200);
    tally.count(8, DE, 2, NO_FILL_REASONS.prefetch, NOON_MS + 200);
    expect(written).toEqual([]);
    tally.write();
    const alike = { type: 'request', decidedAtMs: NOON_MS, device: 2 };
    expect(written).toEqual([
      { ...alike, zoneId: 7, country: 'DE', reason: 0, requests: 1_000 },
      { ...alike, zoneId: 7, country: 'US', reason: 0, requests: 1 },
      { ...alike, zoneId: 8, country: 'DE', reason: NO_FILL_REASONS.prefetch, requests: 1 },
    ]);
    tally.write();
    expect(written).toHaveLength(3);
  });

  test('every country, device and outcome survives the way into the journal', () => {
    const { tally, written } = makeTally();
    const expected: unknown[] = [];
    for (const country of ['AA', 'DE', 'ZY', 'ZZ'])
      for (let device = 1; device <= 4; device += 1)
        for (const reason of Object.values(NO_FILL_REASONS)) {
          tally.count(4_000_000_000, countryNumber(country), device, reason, NOON_MS);
          expected.push(expect.objectContaining({ country, device, reason, zoneId: 4_000_000_000 }));
        }
    tally.write();
    expect(written).toEqual(expected);
  });

  test('a quiet moment writes by itself', () => {
    const { tally, written } = makeTally();
    tally.count(7, DE, 2, 0, NOON_MS);
    jest.advanceTimersByTime(1_000);
    expect(written).toMatchObject([{ zoneId: 7, requests: 1 }]);
  });

  test('a window ends with its time, with the quarter of the hour, and when the clock goes back', () => {
    const { tally, written } = makeTally();
    const hourMs = 3_600_000;
    const quarterMs = hourMs / 4;
    for (const nowMs of [
      NOON_MS - 1,
      NOON_MS,
      NOON_MS + quarterMs - 1,
      NOON_MS + quarterMs,
      NOON_MS - hourMs,
    ])
      tally.count(7, DE, 2, 0, nowMs);
    tally.write();
    expect(written.map((record) => record?.type === 'request' && record.decidedAtMs)).toEqual([
      NOON_MS - 1,
      NOON_MS,
      NOON_MS + quarterMs - 1,
      NOON_MS + quarterMs,
      NOON_MS - hourMs,
    ]);
  });
});

test('a record of a single request, as earlier versions wrote it, is still read', () => {
  const bytes = Buffer.alloc(15);
  bytes[0] = 1;
  bytes[2] = 2;
  bytes.writeUInt16BE(DE, 3);
  bytes.writeUInt32BE(7, 5);
  bytes.writeUIntBE(NOON_MS, 9, 6);
  expect(decodeRecord(bytes)).toEqual({
    type: 'request',
    decidedAtMs: NOON_MS,
    zoneId: 7,
    country: 'DE',
    device: 2,
    reason: 0,
    requests: 1,
  });
});
