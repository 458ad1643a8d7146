import type { OwnSession } from '@ezdash/contracts';
import { countryName, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** How a place where somebody is signed in is spoken of: what it is, and where and when it was seen. */
export function useSessionWords() {
  const { t, i18n } = useTranslation('debug');
  const format = useFormat();
  return {
    /** "Firefox 145 on Windows", as far as it is known. */
    nameOf: ({ browser, system, device }: OwnSession): string => {
      if (browser && system) return t('releases.session.browserOn', { browser, system });
      return browser ?? system ?? t(`releases.session.unknown.${device}`);
    },
    factsOf: ({ country, current, signed_in_at: since, seen_at: seen }: OwnSession): string =>
      [
        country ? countryName(country, i18n.language) : t('releases.session.noPlace'),
        t('releases.session.since', { date: format.dateTime(since) }),
        current ? t('releases.session.current') : t('releases.session.seen', { when: format.relative(seen) }),
      ].join(' · '),
  };
}
