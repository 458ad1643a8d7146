import { CATEGORIES } from '@ezdash/contracts/constants';
import { anyDirection, TextInput } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../components/ChoiceList';
import { Rule } from '../../components/Rule';
import { GoalField } from './GoalField';
import { LandingField } from './LandingField';
import type { FieldControl } from './useCampaignFields';

/** Name, landing page, pricing, and the goals of one that pays for conversions. */
export function GeneralFields({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { t: ui } = useTranslation('ui');
  const { values, set, leave, errorOf } = fields;
  return (
    <>
      <Rule title={t('field.name')} hint={t('field.nameHint')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            ref={anyDirection}
            value={values.name}
            maxLength={160}
            error={errorOf('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
            onBlur={() => leave('name')}
          />
        )}
      </Rule>
      <LandingField fields={fields} />
      <Rule field="category" title={t('targetingFields.category')} hint={t('targetingFields.categoryHint')}>
        {(ids) => (
          <Select
            {...ids}
            name="category"
            data={CATEGORIES.map((value) => ({ value, label: ui(`category.${value}`) }))}
            value={values.category}
            placeholder={t('targetingFields.categoryNone')}
            searchable
            clearable
            comboboxProps={{ keepMounted: false }}
            onChange={(value) => set({ category: CATEGORIES.find((known) => known === value) ?? null })}
          />
        )}
      </Rule>
      <Rule kind="group" field="pricing" title={t('field.pricing')} hint={t('field.pricingHint')}>
        <ChoiceList
          name="pricing"
          value={values.pricing}
          choices={[
            { value: 'CPM', label: t('field.cpm'), text: t('field.cpmText') },
            { value: 'CPC', label: t('field.cpc'), text: t('field.cpcText') },
            { value: 'CPA', label: t('field.cpa'), text: t('field.cpaText') },
          ]}
          // What a thousand impressions were worth is no bid for a click: it is to be thought of anew.
          onChange={(pricing) => set(pricing === values.pricing ? {} : { pricing, bid_micros: null })}
        />
      </Rule>
      {values.pricing === 'CPA' ? <GoalField fields={fields} /> : null}
    </>
  );
}
