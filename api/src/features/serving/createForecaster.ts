import type { Db } from '../../platform/db';
import { keepTraffic, readForecast } from './forecast.repo';
import type { TrafficForecast } from './hot/pacing/forecast';

const HOUR_MS = 3_600_000;
/** The first minutes of an hour bring the last requests of the one before. */
const REST_MS = 300_000;

export interface Forecaster {
  /** A forecast when there is a newer one, once an hour; null in between. */
  read(): Promise<TrafficForecast | null>;
}

/** Keeps the hours' sums and makes the forecast of them. */
export function createForecaster({ db, now }: { db: Db; now: () => number }): Forecaster {
  let readHour = Number.NaN;
  return {
    async read() {
      const hour = Math.floor((now() - REST_MS) / HOUR_MS);
      if (hour === readHour) return null;
      await keepTraffic(db, now());
      const forecast = await readForecast(db, now());
      readHour = hour;
      return forecast;
    },
  };
}
