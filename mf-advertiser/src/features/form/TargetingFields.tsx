import { BROWSERS, CATEGORIES, DEVICES } from '@ezdash/contracts/constants';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import { ToggleChips } from '../../components/ToggleChips';
import { ChoicePair } from '../targeting/ChoicePair';
import { HoursField } from '../targeting/HoursField';
import { ListPair } from '../targeting/ListPair';
import { OsField } from '../targeting/OsField';
import { RegionField } from '../targeting/RegionField';
import { useNames } from '../targeting/useNames';
import { CapFields } from './CapFields';
import { CountryField } from './CountryField';
import classes from './TargetingFields.module.css';
import type { FieldControl } from './useCampaignFields';

/** Where, on what, and how often: countries, devices, what else narrows, frequency cap. */
export function TargetingFields({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { values, set, leave, errorOf } = fields;
  const { t: ui } = useTranslation('ui');
  const names = useNames();
  const deviceError = errorOf('devices');
  const targetingError = errorOf('targeting');
  const { targeting } = values;
  const exclude = useCallback(
    (codes: string[]) =>
      set({ targeting: { ...targeting, countries: { ...targeting.countries, exclude: codes } } }),
    [set, targeting],
  );
  return (
    <>
      <CountryField
        chosen={values.countries}
        excluded={values.targeting.countries.exclude}
        error={errorOf('countries')}
        excludeError={errorOf('targeting.countries')}
        set={set}
        exclude={exclude}
        leave={leave}
      />
      <RegionField fields={fields} />
      <Rule kind="group" field="devices" title={t('field.devices')} hint={t('field.devicesHint')}>
        <ToggleChips
          chosen={values.devices}
          choices={DEVICES.map((device) => ({ value: device, label: t(`field.device.${device}`) }))}
          onChange={(devices) => set({ devices })}
          onBlur={() => leave('devices')}
        />
        {deviceError ? <FieldError>{deviceError}</FieldError> : null}
      </Rule>
      <OsField fields={fields} />
      <ChoicePair
        fields={fields}
        dimension="browsers"
        hint={t('targetingFields.browsersHint')}
        data={BROWSERS.map((value) => ({ value, label: names.browser(value) }))}
      />
      <ChoicePair
        fields={fields}
        dimension="languages"
        hint={t('targetingFields.languagesHint')}
        data={names.languages}
      />
      <ChoicePair
        fields={fields}
        dimension="categories"
        hint={t('targetingFields.categoriesHint')}
        data={CATEGORIES.map((value) => ({ value, label: ui(`category.${value}`) }))}
      />
      <ListPair
        fields={fields}
        dimension="keywords"
        hint={t('targetingFields.keywordsHint')}
        placeholder={t('targetingFields.keywordsPlaceholder')}
      />
      <ListPair
        fields={fields}
        dimension="ip_ranges"
        hint={t('targetingFields.ipHint')}
        placeholder="203.0.113.0/24"
      />
      <HoursField fields={fields} />
      {targetingError ? (
        <div className={classes.error} data-field="targeting">
          <FieldError>{targetingError}</FieldError>
        </div>
      ) : null}
      <CapFields fields={fields} />
    </>
  );
}
