import type { TFunction } from 'i18next';

/** Spans a frequency cap can have, in seconds. */
export const CAP_WINDOWS = [3_600, 21_600, 86_400, 604_800, 2_592_000] as const;

/** A new cap: three times a day. */
export const USUAL_CAP = { count: 3, seconds: 86_400 };

/** "24 hours"; spans set elsewhere are said in minutes. */
export function windowText(t: TFunction<'advertiser'>, seconds: number): string {
  const known = CAP_WINDOWS.find((span) => span === seconds);
  return known ? t(`field.window.${known}`) : t('field.window.other', { count: Math.round(seconds / 60) });
}
