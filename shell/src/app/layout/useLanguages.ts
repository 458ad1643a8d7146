import type { Locale } from '@ezdash/contracts';
import { LOCALES } from '@ezdash/contracts/constants';
import { useConfig } from '@ezdash/store';
import { useTranslation } from 'react-i18next';
import { switchLocale } from '../i18n/switchLocale';

export interface Languages {
  /** What the server offers, named in their own language. */
  languages: { code: Locale; name: string }[];
  current: string;
  choose: (locale: Locale) => void;
}

export function useLanguages(): Languages {
  const { i18n } = useTranslation();
  const { locales } = useConfig();
  const languages = LOCALES.flatMap((code) => {
    const offered = locales.find((one) => one.code === code);
    return offered ? [{ code, name: offered.name }] : [];
  });
  return { languages, current: i18n.language, choose: (locale) => void switchLocale(locale) };
}
