import { COUNTRIES } from '@ezdash/contracts/constants';
import { countryList, useFormat } from '@ezdash/ui';
import { MultiSelect, Select } from '@ezdash/ui/data';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Rule } from '../../components/Rule';
import { COUNTRY_GROUP_NAMES, type CountryGroup, countriesOf } from '../targeting/countryGroups';
import { Sided } from '../targeting/Sided';
import type { FieldControl } from './useCampaignFields';

interface CountryFieldProps extends Pick<FieldControl, 'set' | 'leave'> {
  chosen: string[];
  excluded: string[];
  error: string | undefined;
  excludeError: string | undefined;
  exclude: (codes: string[]) => void;
}

/**
 * The countries a campaign runs in and those it leaves out, one by one or by groups. Remembered: its list of all
 * countries is long to draw at every keystroke beside it.
 */
export const CountryField = memo(function CountryField(props: CountryFieldProps) {
  const { chosen, excluded, error, excludeError, set, exclude, leave } = props;
  const { t } = useTranslation('advertiser');
  const { locale } = useFormat();
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
  const addGroup = (group: CountryGroup, side: 'include' | 'exclude') => {
    const others = side === 'include' ? excluded : chosen;
    const added = countriesOf(group, COUNTRIES).filter((code) => !others.includes(code));
    if (side === 'include') set({ countries: [...new Set([...chosen, ...added])] });
    else exclude([...new Set([...excluded, ...added])]);
  };
  const nameOf = (code: string) => countries.find(({ value }) => value === code)?.label ?? code;
  const names = { include: chosen.map(nameOf), exclude: excluded.map(nameOf) };
  const select = (side: 'include' | 'exclude') => {
    const isTaken = side === 'include';
    const values = isTaken ? chosen : excluded;
    return (
      <MultiSelect
        key={side}
        name={isTaken ? 'countries' : 'targeting.countries.exclude'}
        aria-label={
          isTaken ? t('field.countries') : `${t('field.countries')}: ${t('targetingFields.exclude')}`
        }
        data={countries.filter(({ value }) => !(isTaken ? excluded : chosen).includes(value))}
        value={values}
        searchable
        clearable
        hidePickedOptions
        placeholder={
          values.length > 0
            ? t('field.countriesAdd')
            : t(isTaken ? 'field.countriesAll' : 'targetingFields.excludeNone')
        }
        nothingFoundMessage={t('field.countriesNone')}
        comboboxProps={{ keepMounted: false }}
        error={isTaken ? error : excludeError}
        onChange={(next) => (isTaken ? set({ countries: next }) : exclude(next))}
        onBlur={() => leave('countries')}
      />
    );
  };
  return (
    <Rule kind="group" field="countries" title={t('field.countries')} hint={t('field.countriesHint')}>
      <Sided
        dimension="countries"
        title={t('field.countries')}
        names={names}
        errors={{ include: error, exclude: excludeError }}
      >
        {(side) => (
          <>
            {select(side)}
            <Select
              aria-label={t('targetingFields.addGroup')}
              placeholder={t('targetingFields.addGroup')}
              data={groups}
              value={null}
              comboboxProps={{ keepMounted: false }}
              onChange={(group) => group && addGroup(group as CountryGroup, side)}
            />
          </>
        )}
      </Sided>
    </Rule>
  );
});
