import { countryList } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

interface CountryFieldProps {
  /** ISO 3166-1; empty when none is chosen. */
  value: string;
  error: string | undefined;
  onChoose: (country: string) => void;
}

/** Remembered, and its list drawn when it is opened: 250 names are long to draw at every keystroke beside them. */
export const CountryField = memo(function CountryField({ value, error, onChoose }: CountryFieldProps) {
  const { t, i18n } = useTranslation('settings');
  const countries = useMemo(
    () => countryList(i18n.language).map(({ code, name }) => ({ value: code, label: name })),
    [i18n.language],
  );
  return (
    <Select
      label={t('profile.country')}
      searchable
      value={value || null}
      data={countries}
      error={error}
      nothingFoundMessage={t('profile.noCountry')}
      comboboxProps={{ keepMounted: false }}
      onChange={(country) => country && onChoose(country)}
    />
  );
});
