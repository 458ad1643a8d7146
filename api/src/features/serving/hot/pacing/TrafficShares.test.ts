import { weekHours } from '../weekHours';
import { EVERY_HOUR_ALIKE, forecastWeek, makeForecast, trafficKey, utcHourOfWeek, weekOf } from './forecast';
import { TrafficShares } from './TrafficShares';

const HOUR_MS = 3_600_000;
/** A Thursday. */
const MIDNIGHT_MS = Date.UTC(2027, 0, 14);
const at = (hours: number) => MIDNIGHT_MS + hours * HOUR_MS;

describe('the share of a day’s traffic', () => {
  test('is the time’s without a forecast, and never leaves 0–1', () => {
    const traffic = new TrafficShares();
    expect(traffic.share('', null, at(0), at(24), at(0))).toBe(0);
    expect(traffic.share('', null, at(0), at(24), at(6))).toBeCloseTo(0.25, 12);
    expect(traffic.share('', null, at(12), at(24), at(13.1))).toBeCloseTo(1.1 / 12, 12);
    expect(traffic.share('', null, at(12), at(24), at(11))).toBe(0);
    expect(traffic.share('', null, at(0), at(18), at(19))).toBe(1);
  });

  test('follows the forecast’s hours, of the countries that are named', () => {
    const traffic = new TrafficShares();
    const ofHours = (weight: (hour: number) => number) =>
      Array.from({ length: 168 }, (_, hour) => weight(hour % 24));
    traffic.take({
      network: ofHours((hour) => (hour < 12 ? 1 : 3)),
      countries: new Map([['JP', ofHours((hour) => (hour < 12 ? 3 : 1))]]),
    });
    expect(traffic.share('', null, at(0), at(24), at(12))).toBeCloseTo(0.25, 12);
    expect(traffic.share('JP', null, at(0), at(24), at(12))).toBeCloseTo(0.75, 12);
    // Of a country nobody came from yet: everybody's.
    expect(traffic.share('PE', null, at(0), at(24), at(12))).toBeCloseTo(0.25, 12);
  });

  test('of many countries is that of the largest of them, and of nearly all that of everybody', () => {
    const traffic = new TrafficShares();
    const codes = Array.from({ length: 20 }, (_, index) => `A${String.fromCharCode(65 + index)}`);
    // The first four have ten times as many visitors, all of them in the first half of the day.
    const weekOfCountry = (index: number) =>
      Array.from({ length: 168 }, (_, hour) => {
        const isMorning = hour % 24 < 12;
        return index < 4 ? (isMorning ? 20 : 0.001) : isMorning ? 0.001 : 2;
      });
    const network = Array.from({ length: 168 }, () => 1);
    traffic.take({ network, countries: new Map(codes.map((code, index) => [code, weekOfCountry(index)])) });
    const atNoon = (named: string[]) => traffic.share(named.join(' '), null, at(0), at(24), at(12));
    expect(atNoon(codes.slice(0, 8))).toBeGreaterThan(0.999);
    expect(atNoon(codes.slice(4, 10))).toBeLessThan(0.001);
    expect(atNoon(codes)).toBeCloseTo(0.5, 9);
  });

  test('counts the hours of the week a campaign runs alone, on its own clocks, also when they change', () => {
    const hoursOf = (timezone: string, hours: number[]) => weekHours({ timezone, hours }, new Map());
    const traffic = new TrafficShares();
    // Thursday 9–11 in Kolkata is 3:30–5:30 UTC.
    const kolkata = hoursOf('Asia/Kolkata', [81, 82]);
    expect(traffic.share('', kolkata, at(0), at(24), at(3.5))).toBe(0);
    expect(traffic.share('', kolkata, at(0), at(24), at(4.5))).toBeCloseTo(0.5, 12);
    expect(traffic.share('', kolkata, at(0), at(24), at(5.5))).toBe(1);
    // On the Sunday on which Berlin's clocks go from 2 to 3, 0–4 is three hours long, and begins on Saturday in UTC.
    const sunday = Date.UTC(2027, 2, 28);
    const berlin = hoursOf('Europe/Berlin', [144, 145, 146, 147]);
    const share = (hours: number) =>
      traffic.share('', berlin, sunday, sunday + 24 * HOUR_MS, sunday + hours * HOUR_MS);
    expect(share(1)).toBeCloseTo(0.5, 12);
    expect(share(2)).toBe(1);
  });

  test('where nobody is expected, time passes instead', () => {
    const traffic = new TrafficShares();
    const monday = weekHours({ timezone: 'UTC', hours: [1] }, new Map());
    expect(traffic.share('', monday, at(0), at(24), at(12))).toBeCloseTo(0.5, 12);
  });
});

describe('the forecast', () => {
  test('knows the hour of the week in UTC', () => {
    expect(utcHourOfWeek(Date.UTC(2027, 0, 11))).toBe(0);
    expect(utcHourOfWeek(at(13.9))).toBe(85);
    expect(utcHourOfWeek(Date.UTC(2027, 0, 17, 23))).toBe(167);
  });

  const ofHours = (ofHour: (hour: number) => number) =>
    Array.from({ length: 168 }, (_, hour) => ofHour(hour));

  test('without history takes every hour for alike', () => {
    expect(makeForecast([], []).network).toEqual(EVERY_HOUR_ALIKE);
    expect(
      forecastWeek(
        ofHours(() => 0),
        ofHours(() => 1),
      ),
    ).toEqual(EVERY_HOUR_ALIKE);
  });

  test('of one day it knows the shape of all days, of weeks each hour’s own', () => {
    const isThursday = (hour: number) => hour >= 72 && hour < 96;
    const day = forecastWeek(
      ofHours((hour) => (isThursday(hour) ? 28 + hour : 0)),
      ofHours((hour) => (isThursday(hour) ? 1 : 0)),
    );
    expect(day[72]).toBeCloseTo(100, 9);
    expect(day[23]).toBeCloseTo(123, 9);
    // Sundays are half as busy; three weeks say so, one week's worth of the days' shape speaks against it.
    const week = forecastWeek(
      ofHours((hour) => (hour >= 144 ? 150 : 300)),
      ofHours(() => 3),
    );
    expect((week[150] ?? 0) / (week[20] ?? 1)).toBeGreaterThan(0.5);
    expect((week[150] ?? 0) / (week[20] ?? 1)).toBeLessThan(0.65);
  });

  test('leaves no hour without anybody', () => {
    const nights = forecastWeek(
      ofHours((hour) => (hour % 24 < 6 ? 0 : 400)),
      ofHours(() => 4),
    );
    expect(Math.min(...nights)).toBeGreaterThan(0);
  });

  test('of a country of which little was seen is nearly everybody’s', () => {
    const seen = ofHours((hour) => hour).flatMap((hourOfWeek) => [
      { country: 'US', hourOfWeek, requests: hourOfWeek % 24 < 12 ? 1_000 : 3_000 },
      { country: 'JP', hourOfWeek, requests: hourOfWeek % 24 < 12 ? 3_000 : 1_000 },
      { country: 'IS', hourOfWeek, requests: hourOfWeek === 0 ? 1 : 0 },
    ]);
    const { countries } = makeForecast(
      seen,
      ofHours(() => 1),
    );
    const ratio = (country: string) =>
      (countries.get(country)?.[30] ?? 0) / (countries.get(country)?.[40] ?? 1);
    expect(ratio('US')).toBeCloseTo(1 / 3, 1);
    expect(ratio('JP')).toBeGreaterThan(2.8);
    expect(ratio('IS')).toBeCloseTo(1, 2);
  });

  test('a campaign is paced by the countries it takes', () => {
    expect(trafficKey({})).toBe('');
    expect(trafficKey({ countries: { include: [], exclude: ['DE'] } })).toBe('');
    expect(trafficKey({ countries: { include: ['US', 'DE', 'FR'], exclude: ['FR'] } })).toBe('DE US');
    const forecast = {
      network: EVERY_HOUR_ALIKE,
      countries: new Map([
        ['DE', EVERY_HOUR_ALIKE.map(() => 2)],
        ['US', EVERY_HOUR_ALIKE.map(() => 5)],
      ]),
    };
    expect(weekOf(forecast, 'DE US')[0]).toBe(7);
    expect(weekOf(forecast, 'PE')).toBe(EVERY_HOUR_ALIKE);
  });
});
