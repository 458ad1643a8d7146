import { useContext, useMemo } from 'react';
import { type DateOptions, date, dateRange, dateTime, type Moment, relative, time } from './date';
import { type Change, type DeltaKind, delta } from './delta';
import { LocaleContext, type LocaleSetting } from './LocaleContext';
import {
  compact,
  compactMoney,
  count,
  type MoneyOptions,
  type MoneyParts,
  money,
  moneyParts,
  percent,
} from './number';

/** The formats of figures and dates, bound to the person's language and zone. */
export interface Format extends LocaleSetting {
  money: (micros: number | bigint, options?: MoneyOptions) => string;
  moneyParts: (micros: number | bigint, options?: MoneyOptions) => MoneyParts;
  /** `stepMicros`: of the axis that it stands at. */
  compactMoney: (micros: number | bigint, currency?: string, stepMicros?: number) => string;
  count: (value: number | bigint) => string;
  compact: (value: number | bigint) => string;
  /** Takes a ratio: 0.0041 → "0.41%". */
  percent: (ratio: number, digits?: number) => string;
  delta: (now: number, before: number, kind?: DeltaKind) => Change;
  date: (moment: Moment, options?: Pick<DateOptions, 'now' | 'weekday'>) => string;
  dateTime: (
    moment: Moment,
    options?: Pick<DateOptions, 'now' | 'weekday'> & { seconds?: boolean },
  ) => string;
  time: (moment: Moment, options?: { seconds?: boolean }) => string;
  dateRange: (from: string, to: string) => string;
  relative: (moment: Moment, now?: Moment) => string;
}

/** Formats bound to a language and a zone; outside of React. */
export function createFormat({ locale, timezone }: LocaleSetting): Format {
  const where = { locale, timezone };
  return {
    locale,
    timezone,
    money: (micros, options) => money(micros, locale, options),
    moneyParts: (micros, options) => moneyParts(micros, locale, options),
    compactMoney: (micros, currency, stepMicros) => compactMoney(micros, locale, currency, stepMicros),
    count: (value) => count(value, locale),
    compact: (value) => compact(value, locale),
    percent: (ratio, digits) => percent(ratio, locale, digits),
    delta: (now, before, kind) => delta(now, before, locale, kind),
    date: (moment, options) => date(moment, { ...options, ...where }),
    dateTime: (moment, options) => dateTime(moment, { ...options, ...where }),
    time: (moment, options) => time(moment, { ...options, ...where }),
    dateRange: (from, to) => dateRange(from, to, { locale }),
    relative: (moment, now) => relative(moment, { locale, now }),
  };
}

/** Every figure and date on a page goes through this. */
export function useFormat(): Format {
  const { locale, timezone } = useContext(LocaleContext);
  return useMemo(() => createFormat({ locale, timezone }), [locale, timezone]);
}
