import type { Locale } from '@ezdash/contracts';
import { LOCALES } from '@ezdash/contracts/constants';
import { useConfig } from '@ezdash/store';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { debugToolWanted } from '../debug/debugToolWanted';
import { switchLocale } from '../i18n/switchLocale';

/** For who looks for untranslated and tight texts: offered to nobody else, and always the way back from itself. */
const PSEUDO_LOCALE: Locale = 'en-XA';

export interface Languages {
  /** What the server offers, named in their own language; the pseudo-locale only where the debug tool is. */
  languages: { code: Locale; name: string }[];
  current: string;
  choose: (locale: Locale) => void;
}

export function useLanguages(): Languages {
  const { i18n } = useTranslation();
  const { locales } = useConfig();
  const { search } = useLocation();
  const testing = i18n.language === PSEUDO_LOCALE || debugToolWanted(search);
  const languages = LOCALES.flatMap((code) => {
    const offered = locales.find((one) => one.code === code);
    return offered && (code !== PSEUDO_LOCALE || testing) ? [{ code, name: offered.name }] : [];
  });
  return { languages, current: i18n.language, choose: (locale) => void switchLocale(locale) };
}
