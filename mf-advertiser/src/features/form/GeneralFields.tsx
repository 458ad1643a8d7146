import { TextInput } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../components/ChoiceList';
import { Rule } from '../../components/Rule';
import type { FieldControl } from './useCampaignFields';

interface GeneralFieldsProps {
  fields: FieldControl;
  /** What a campaign is paid for is settled when it is made. */
  withPricing: boolean;
}

/** Name, landing page, pricing. */
export function GeneralFields({ fields, withPricing }: GeneralFieldsProps) {
  const { t } = useTranslation('advertiser');
  const { values, set, leave, errorOf } = fields;
  return (
    <>
      <Rule title={t('field.name')} hint={t('field.nameHint')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            value={values.name}
            maxLength={160}
            error={errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            onBlur={() => leave('name')}
          />
        )}
      </Rule>
      <Rule title={t('field.landing')} hint={t('field.landingHint')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="landing_url"
            type="url"
            inputMode="url"
            dir="ltr"
            placeholder="https://"
            value={values.landing_url}
            error={errorOf('landing_url')}
            onChange={(event) => set({ landing_url: event.currentTarget.value })}
            onBlur={() => leave('landing_url')}
          />
        )}
      </Rule>
      {withPricing ? (
        <Rule kind="group" field="pricing" title={t('field.pricing')} hint={t('field.pricingHint')}>
          <ChoiceList
            name="pricing"
            value={values.pricing}
            choices={[
              { value: 'CPM', label: t('field.cpm'), text: t('field.cpmText') },
              { value: 'CPC', label: t('field.cpc'), text: t('field.cpcText') },
            ]}
            onChange={(pricing) => set({ pricing })}
          />
        </Rule>
      ) : null}
    </>
  );
}
