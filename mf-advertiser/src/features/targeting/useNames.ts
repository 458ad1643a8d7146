import type { Browser, OperatingSystem } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Names that are the same in every language. */
const OS: Partial<Record<OperatingSystem, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  chromeos: 'ChromeOS',
  ios: 'iOS',
  android: 'Android',
};
const BROWSER: Partial<Record<Browser, string>> = {
  chrome: 'Chrome',
  safari: 'Safari',
  firefox: 'Firefox',
  edge: 'Edge',
  samsung: 'Samsung Internet',
  opera: 'Opera',
};
/** Languages that browsers ask for. */
const LANGUAGES =
  'af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl nn pa pl pt ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'.split(
    ' ',
  );

/** What the values of a dimension are called, in the reader's language. */
export function useNames() {
  const { t: ui } = useTranslation('ui');
  const { locale } = useFormat();
  const language = locale === 'en-XA' ? 'en' : locale;
  const languages = useMemo(() => {
    const names = new Intl.DisplayNames([language, 'en'], { type: 'language' });
    return LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      a.label.localeCompare(b.label, language),
    );
  }, [language]);
  return {
    os: (name: OperatingSystem) => OS[name] ?? ui('targeting.otherOs'),
    browser: (name: Browser) => BROWSER[name] ?? ui('targeting.otherBrowsers'),
    languages,
  };
}
