import { COUNTRIES } from '@ezdash/contracts/constants';
import { Button, countryList, useFormat } from '@ezdash/ui';
import { MultiSelect, Select } from '@ezdash/ui/data';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import { COUNTRY_GROUP_NAMES, type CountryGroup, countriesOf } from '../targeting/countryGroups';
import classes from '../targeting/targeting.module.css';
import type { FieldControl } from './useCampaignFields';

interface CountryFieldProps extends Pick<FieldControl, 'set' | 'leave'> {
  chosen: string[];
  excluded: string[];
  error: string | undefined;
  exclude: (codes: string[]) => void;
}

/**
 * The countries a campaign runs in and those it leaves out, one by one or by groups. Remembered: its list of all
 * countries is long to draw at every keystroke beside it.
 */
export const CountryField = memo(function CountryField(props: CountryFieldProps) {
  const { chosen, excluded, error, set, exclude, leave } = props;
  const { t } = useTranslation('advertiser');
  const { locale } = useFormat();
  const [excludes, setExcludes] = useState(false);
  const countries = useMemo(
    () => countryList(locale).map(({ code, name }) => ({ value: code, label: name })),
    [locale],
  );
  const groups = COUNTRY_GROUP_NAMES.map((group) => ({
    value: group,
    label: t('targetingFields.groupOf', {
      group: t(`targetingFields.group.${group}`),
      count: countriesOf(group, COUNTRIES).length,
    }),
  }));
  const addGroup = (group: CountryGroup) =>
    set({
      countries: [
        ...new Set([...chosen, ...countriesOf(group, COUNTRIES).filter((code) => !excluded.includes(code))]),
      ],
    });
  return (
    <Rule kind="group" field="countries" title={t('field.countries')} hint={t('field.countriesHint')}>
      <div className={classes.pair}>
        <MultiSelect
          name="countries"
          aria-label={t('field.countries')}
          data={countries.filter(({ value }) => !excluded.includes(value))}
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
        <Select
          aria-label={t('targetingFields.addGroup')}
          placeholder={t('targetingFields.addGroup')}
          data={groups}
          value={null}
          comboboxProps={{ keepMounted: false }}
          onChange={(group) => group && addGroup(group as CountryGroup)}
        />
        {excludes || excluded.length > 0 ? (
          <MultiSelect
            name="countries.exclude"
            label={t('targetingFields.exclude')}
            aria-label={`${t('field.countries')}: ${t('targetingFields.exclude')}`}
            data={countries.filter(({ value }) => !chosen.includes(value))}
            value={excluded}
            searchable
            clearable
            hidePickedOptions
            nothingFoundMessage={t('field.countriesNone')}
            comboboxProps={{ keepMounted: false }}
            onChange={exclude}
          />
        ) : (
          <Button variant="subtle" size="compact-sm" onClick={() => setExcludes(true)}>
            {t('targetingFields.leaveOut')}
          </Button>
        )}
      </div>
    </Rule>
  );
});
