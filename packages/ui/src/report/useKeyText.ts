import type { MetricGroup } from '@ezdash/contracts';
import { OTHER_SUB_IDS } from '@ezdash/contracts/constants';
import { countryName, createFormat, useFormat } from '@ezdash/ui';
import { useCallback, useMemo } from 'react';
import { useReportText } from './ReportSide';

/** Names that are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  android: 'Android',
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
};

export type KeyText = (group: MetricGroup, key: string, name?: string | null) => string;

/** A key of a dimension as people call it. Hours are told in the report's timezone. */
export function useKeyText(timezone: string): KeyText {
  const { t } = useReportText();
  const { locale } = useFormat();
  const format = useMemo(() => createFormat({ locale, timezone }), [locale, timezone]);
  const language = locale === 'en-XA' ? 'en' : locale;
  return useCallback(
    (group, key, name) => {
      if (name) return name;
      if (key === '') return t(group === 'sub_id' ? 'metricsReport.noSubId' : 'metricsReport.unknown');
      switch (group) {
        case 'date':
          return format.date(key);
        case 'hour':
          return format.dateTime(key);
        case 'country':
          return countryName(key, language);
        case 'language':
          return new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(key) ?? key;
        case 'device':
          return t(`ui:device.${key}`);
        case 'category':
          return t(`ui:category.${key}`);
        case 'invalid_reason':
          return t(`ui:invalidReason.${key}`);
        case 'sub_id':
          return key === OTHER_SUB_IDS ? t('metricsReport.otherSubIds') : key;
        case 'os':
        case 'browser':
          return NAMES[key] ?? t('metricsReport.other');
        default:
          return key;
      }
    },
    [t, format, language],
  );
}
