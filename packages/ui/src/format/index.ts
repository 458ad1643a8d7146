export { type Country, countryList, countryName } from './countries';
export { type DateOptions, date, dateRange, dateTime, type Moment, relative, time } from './date';
export { dayCount, daysBefore, daysUpTo } from './dayRange';
export { type Change, type DeltaKind, delta } from './delta';
export { LocaleContext, type LocaleSetting } from './LocaleContext';
export {
  compact,
  compactMoney,
  count,
  decimalOfMicros,
  digitsOfStep,
  figure,
  type MoneyOptions,
  type MoneyParts,
  money,
  moneyParts,
  percent,
} from './number';
export { createFormat, type Format, useFormat } from './useFormat';
