import { DEVICES } from '@ezdash/contracts/constants';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import { ToggleChips } from '../../components/ToggleChips';
import { CapFields } from './CapFields';
import { CountryField } from './CountryField';
import { OtherTargeting } from './OtherTargeting';
import type { FieldControl } from './useCampaignFields';

/** Where, on what, and how often: countries, devices, what else narrows, frequency cap. */
export function TargetingFields({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { values, set, leave, errorOf } = fields;
  const deviceError = errorOf('devices');
  return (
    <>
      <CountryField chosen={values.countries} error={errorOf('countries')} set={set} leave={leave} />
      <Rule kind="group" field="devices" title={t('field.devices')} hint={t('field.devicesHint')}>
        <ToggleChips
          chosen={values.devices}
          choices={DEVICES.map((device) => ({ value: device, label: t(`field.device.${device}`) }))}
          onChange={(devices) => set({ devices })}
          onBlur={() => leave('devices')}
        />
        {deviceError ? <FieldError>{deviceError}</FieldError> : null}
      </Rule>
      <OtherTargeting fields={fields} />
      <CapFields fields={fields} />
    </>
  );
}
