import { countryName, useFormat } from '@ezdash/ui';
import { useCallback } from 'react';

/** Name of a country by its ISO code, in the person's language. */
export function useCountryNames(): (code: string) => string {
  const { locale } = useFormat();
  return useCallback((code) => countryName(code, locale), [locale]);
}
