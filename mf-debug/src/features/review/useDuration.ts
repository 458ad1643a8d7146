import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { durationOf } from './queue';

const TICK_MS = 30_000;
const MINUTE_MS = 60_000;

/** Renders again every half minute, so that waiting times grow under the reader's eyes. */
export function useNow(): number {
  const [now, tick] = useReducer(
    () => Date.now(),
    0,
    () => Date.now(),
  );
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Writes a span of milliseconds as "3 h 12 m"; nobody counts the seconds of the first minute. */
export function useDuration(): (spanMs: number) => string {
  const { t } = useTranslation('debug');
  return (spanMs) => {
    if (spanMs < MINUTE_MS) return t('review.duration.underMinute');
    const { key, ...parts } = durationOf(spanMs);
    return t(`review.duration.${key}`, parts);
  };
}
