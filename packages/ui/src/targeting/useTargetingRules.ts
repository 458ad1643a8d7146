import type { HoursOfWeek, OsRule, Targeting, TargetingDimension } from '@ezdash/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { countryName } from '../format/countries';
import { useFormat } from '../format/useFormat';
import { hourSpans } from './hourSpans';

/** A dimension that narrows a campaign, in words. */
export interface TargetingRule {
  dimension: keyof Targeting;
  /** `Browsers` */
  title: string;
  /** `only Chrome, Safari` */
  text: string;
}

/** In the order a reader asks: where, whom, what on, when. */
const CHOICES: readonly TargetingDimension[] = [
  'countries',
  'regions',
  'languages',
  'ip_ranges',
  'devices',
  'os',
  'browsers',
  'properties',
  'zones',
  'categories',
  'keywords',
];
/** Longer lists say how many more there are. */
const MOST_NAMED = 24;

/** Names that are the same in every language. */
const OS_NAMES: Readonly<Record<Exclude<OsRule['name'], 'other'>, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  android: 'Android',
};
type BrowserName = Targeting['browsers']['include'][number];
const BROWSER_NAMES: Readonly<Record<Exclude<BrowserName, 'other'>, string>> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
};

interface Words {
  t: TFunction<'ui'>;
  /** BCP 47, never the pseudo-locale. */
  language: string;
}

function osText({ name, min, max }: OsRule, { t }: Words): string {
  const os = name === 'other' ? t('targeting.otherOs') : OS_NAMES[name];
  if (min !== null && max !== null) return t('targeting.versions', { os, min, max });
  if (min !== null) return t('targeting.versionsFrom', { os, min });
  return max === null ? os : t('targeting.versionsTo', { os, max });
}

const languageName = (code: string, { language }: Words) =>
  new Intl.DisplayNames([language, 'en'], { type: 'language' }).of(code) ?? code;

/** One value of a dimension as people call it; ids, regions, keywords and addresses stand for themselves. */
function namesOf(
  targeting: Targeting,
  dimension: TargetingDimension,
  side: 'include' | 'exclude',
  words: Words,
) {
  const { t, language } = words;
  switch (dimension) {
    case 'countries':
      return targeting.countries[side].map((code) => countryName(code, language));
    case 'devices':
      return targeting.devices[side].map((device) => t(`device.${device}`));
    case 'os':
      return targeting.os[side].map((rule) => osText(rule, words));
    case 'browsers':
      return targeting.browsers[side].map((name) =>
        name === 'other' ? t('targeting.otherBrowsers') : BROWSER_NAMES[name],
      );
    case 'languages':
      return targeting.languages[side].map((code) => languageName(code, words));
    case 'categories':
      return targeting.categories[side].map((category) => t(`category.${category}`));
    default:
      return targeting[dimension][side];
  }
}

function listText(names: readonly string[], { t, language }: Words): string {
  const sorted = [...names].sort((a, b) => a.localeCompare(b, language));
  const list = sorted.slice(0, MOST_NAMED).join(', ');
  const count = sorted.length - MOST_NAMED;
  return count > 0 ? t('targeting.more', { list, count }) : list;
}

function choiceText(targeting: Targeting, dimension: TargetingDimension, words: Words): string | null {
  const { t } = words;
  const included = namesOf(targeting, dimension, 'include', words);
  const excluded = namesOf(targeting, dimension, 'exclude', words);
  const include = listText(included, words);
  const exclude = listText(excluded, words);
  if (included.length > 0 && excluded.length > 0) return t('targeting.both', { include, exclude });
  if (included.length > 0) return t('targeting.only', { include });
  return excluded.length > 0 ? t('targeting.not', { exclude }) : null;
}

/** Any Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** `Mon–Fri 08:00–18:00, Sat 10:00–14:00 (Europe/Berlin)` */
function hoursText({ hours, timezone }: HoursOfWeek, { t, language }: Words): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const dayName = (day: number) => weekday.format(MONDAY_MS + day * DAY_MS);
  const lines = hourSpans(hours).map(({ from, to, spans }) => {
    const days = from === to ? dayName(from) : `${dayName(from)}–${dayName(to)}`;
    return `${days} ${spans.map(([start, end]) => `${clock(start)}–${clock(end)}`).join(' + ')}`;
  });
  return t('targeting.hoursIn', { hours: lines.join(', '), timezone: timezone.replaceAll('_', ' ') });
}

/** What narrows a campaign, dimension by dimension, in the reader's words; nothing narrows: no rule. */
export function useTargetingRules(): (targeting: Targeting) => TargetingRule[] {
  const { t } = useTranslation('ui');
  const { locale } = useFormat();
  const words: Words = { t, language: locale === 'en-XA' ? 'en' : locale };
  return (targeting) => {
    const rules = CHOICES.flatMap((dimension): TargetingRule[] => {
      const text = choiceText(targeting, dimension, words);
      return text === null ? [] : [{ dimension, title: t(`targeting.title.${dimension}`), text }];
    });
    if (targeting.hours === null) return rules;
    const text = hoursText(targeting.hours, words);
    return [...rules, { dimension: 'hours', title: t('targeting.title.hours'), text }];
  };
}
