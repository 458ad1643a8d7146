import { afterQuietHours, nextDigest } from './clockTimes';

const BERLIN = 'Europe/Berlin';
const NIGHT = { from: '22:00', to: '07:00' };

describe('quiet hours', () => {
  test.each([
    ['in the evening', '2026-11-16T21:30:00Z', '2026-11-17T06:00:00.000Z'],
    ['behind midnight', '2026-11-17T02:30:00Z', '2026-11-17T06:00:00.000Z'],
    ['their first minute', '2026-11-16T21:00:00Z', '2026-11-17T06:00:00.000Z'],
    ['their end', '2026-11-17T06:00:00Z', '2026-11-17T06:00:00.000Z'],
    ['the day', '2026-11-17T12:34:56.789Z', '2026-11-17T12:34:56.789Z'],
    // 07:00 is at 05:00 UTC in summer, 06:00 UTC in winter: the clocks go back in this night.
    ['the night the clocks go back', '2026-10-24T20:30:00Z', '2026-10-25T06:00:00.000Z'],
    ['the night the clocks go forward', '2026-03-28T21:30:00Z', '2026-03-29T05:00:00.000Z'],
  ])('%s', (_, moment, end) => {
    expect(afterQuietHours(NIGHT, BERLIN, new Date(moment)).toISOString()).toBe(end);
  });

  test('within a day, none, and a zone that is none', () => {
    const noon = new Date('2026-11-16T12:00:00Z');
    expect(afterQuietHours({ from: '11:00', to: '13:15' }, 'UTC', noon).toISOString()).toBe(
      '2026-11-16T13:15:00.000Z',
    );
    expect(afterQuietHours(null, BERLIN, noon)).toBe(noon);
    expect(afterQuietHours({ from: '11:00', to: '13:15' }, 'Nowhere/At all', noon).toISOString()).toBe(
      '2026-11-16T13:15:00.000Z',
    );
  });

  test('that end in an hour which the clocks leave out end when it would have been', () => {
    const end = afterQuietHours({ from: '22:00', to: '02:30' }, BERLIN, new Date('2026-03-29T00:30:00Z'));
    expect(end.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  });

  test('never end before they are asked for, nor keep for longer than they are, at any minute of two odd days', () => {
    for (const day of ['2026-03-29', '2026-10-25'])
      for (let minute = -720; minute < 1_440; minute += 7) {
        const moment = new Date(Date.parse(`${day}T00:00:00Z`) + minute * 60_000);
        const heldMs = afterQuietHours(NIGHT, BERLIN, moment).getTime() - moment.getTime();
        expect(heldMs).toBeGreaterThanOrEqual(0);
        expect(heldMs).toBeLessThanOrEqual(10 * 3_600_000);
      }
  });
});

describe('digests', () => {
  /** All of a span, as a server that is always up sends them. */
  function daysOf(at: string, from: string, days: number, zone = BERLIN) {
    const sent: { day: string; at: string }[] = [];
    let now = new Date(from);
    let lastDay: string | null = null;
    for (let count = 0; count < days; count++) {
      const next = nextDigest({ at, quiet: null, lastDay }, zone, now);
      sent.push({ day: next.day, at: next.at.toISOString() });
      lastDay = next.day;
      now = next.at;
    }
    return sent;
  }

  test('come at the same hour of the clock each day, over both changes of the clocks', () => {
    expect(daysOf('08:00', '2026-03-27T12:00:00Z', 3).map(({ at }) => at)).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ]);
    expect(daysOf('08:00', '2026-10-23T12:00:00Z', 3).map(({ at }) => at)).toEqual([
      '2026-10-24T06:00:00.000Z',
      '2026-10-25T07:00:00.000Z',
      '2026-10-26T07:00:00.000Z',
    ]);
  });

  test('come once in an hour that comes twice, and once where it is left out', () => {
    expect(daysOf('02:30', '2026-10-24T12:00:00Z', 2)).toEqual([
      { day: '2026-10-25', at: '2026-10-25T00:30:00.000Z' },
      { day: '2026-10-26', at: '2026-10-26T01:30:00.000Z' },
    ]);
    expect(daysOf('02:30', '2026-03-28T12:00:00Z', 2)).toEqual([
      { day: '2026-03-29', at: '2026-03-29T01:30:00.000Z' },
      { day: '2026-03-30', at: '2026-03-30T00:30:00.000Z' },
    ]);
  });

  test('are one for each day of a year, in zones of every kind', () => {
    for (const zone of ['UTC', BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati']) {
      const days = daysOf('02:30', '2026-01-01T00:00:00Z', 365, zone).map(({ day }) => day);
      expect(new Set(days).size).toBe(365);
      expect(days.toSorted()).toEqual(days);
    }
  });

  test('do not come twice for one day when the hour was moved, nor in quiet hours', () => {
    const now = new Date('2026-11-16T08:00:00Z');
    expect(nextDigest({ at: '18:00', quiet: null, lastDay: '2026-11-16' }, 'UTC', now)).toEqual({
      day: '2026-11-17',
      at: new Date('2026-11-17T18:00:00Z'),
    });
    expect(nextDigest({ at: '23:00', quiet: NIGHT, lastDay: null }, 'UTC', now)).toEqual({
      day: '2026-11-16',
      at: new Date('2026-11-17T07:00:00Z'),
    });
  });

  test('that were missed for days are one', () => {
    const now = new Date('2026-11-19T12:00:00Z');
    expect(nextDigest({ at: '08:00', quiet: null, lastDay: '2026-11-16' }, 'UTC', now).day).toBe(
      '2026-11-20',
    );
  });
});
