import { countryList, useFormat } from '@ezdash/ui';
import { MultiSelect } from '@ezdash/ui/data';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import type { FieldControl } from './useCampaignFields';

interface CountryFieldProps extends Pick<FieldControl, 'set' | 'leave'> {
  chosen: string[];
  error: string | undefined;
}

/** The countries a campaign runs in. Remembered: its list of all countries is long to draw at every keystroke beside it. */
export const CountryField = memo(function CountryField({ chosen, error, set, leave }: CountryFieldProps) {
  const { t } = useTranslation('advertiser');
  const { locale } = useFormat();
  const countries = useMemo(
    () => countryList(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  return (
    <Rule title={t('field.countries')} hint={t('field.countriesHint')}>
      {(ids) => (
        <MultiSelect
          {...ids}
          name="countries"
          data={countries}
          value={chosen}
          searchable
          clearable
          hidePickedOptions
          placeholder={chosen.length === 0 ? t('field.countriesAll') : t('field.countriesAdd')}
          nothingFoundMessage={t('field.countriesNone')}
          comboboxProps={{ keepMounted: false }}
          error={error}
          onChange={(next) => set({ countries: next })}
          onBlur={() => leave('countries')}
        />
      )}
    </Rule>
  );
});
