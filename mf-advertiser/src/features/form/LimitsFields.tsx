import { LEAST } from '@ezdash/contracts/constants';
import { MoneyInput, useFormat } from '@ezdash/ui';
import { DateInput, NumberField } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../components/ChoiceList';
import { Rule } from '../../components/Rule';
import classes from './LimitsFields.module.css';
import type { FieldControl } from './useCampaignFields';

/** A bid may be a fraction of a cent. */
const BID_DIGITS = 4;

type AmountField = 'bid_micros' | 'daily_budget_micros' | 'total_budget_micros';
type LimitField = 'impression_limit' | 'click_limit';

/** An empty total or limit means "none": text that cannot be read must not pass for it. */
const keepRead =
  ({ set }: FieldControl, field: AmountField | LimitField) =>
  (value: number | null, isUnreadable?: boolean) =>
    set({ [field]: isUnreadable ? Number.NaN : value });

/** One amount with its row. */
function Amount(props: { fields: FieldControl; field: AmountField; title: string; hint: string }) {
  const { fields, field, title, hint } = props;
  return (
    <Rule title={title} hint={hint}>
      {(ids) => (
        <MoneyInput
          {...ids}
          className={classes.amount}
          name={field}
          digits={field === 'bid_micros' ? BID_DIGITS : undefined}
          per={field === 'bid_micros' ? fields.values.pricing : undefined}
          value={fields.values[field]}
          error={fields.errorOf(field)}
          onChange={keepRead(fields, field)}
          onBlur={() => fields.leave(field)}
        />
      )}
    </Rule>
  );
}

/** A number of events after which the campaign is complete; none is without limit. */
function Limit(props: { fields: FieldControl; field: LimitField; title: string; hint: string }) {
  const { fields, field, title, hint } = props;
  return (
    <Rule title={title} hint={hint}>
      {(ids) => (
        <NumberField
          {...ids}
          className={classes.amount}
          name={field}
          value={fields.values[field]}
          error={fields.errorOf(field)}
          onChange={keepRead(fields, field)}
          onBlur={() => fields.leave(field)}
        />
      )}
    </Rule>
  );
}

/** Start and end, in UTC; leaving either shows what is wrong with both. */
function Schedule({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const { values, set, leave, errorOf } = fields;
  return (
    <Rule kind="group" title={t('field.schedule')} hint={t('field.scheduleHint')}>
      <div className={classes.pair}>
        <DateInput
          withTime
          name="starts_at"
          label={t('field.starts')}
          value={values.starts_at}
          error={errorOf('starts_at')}
          onChange={(starts) => set({ starts_at: starts })}
          onBlur={() => leave('starts_at')}
        />
        <DateInput
          withTime
          name="ends_at"
          label={t('field.ends')}
          value={values.ends_at}
          error={errorOf('ends_at')}
          onChange={(ends) => set({ ends_at: ends })}
          onBlur={() => leave('ends_at')}
        />
      </div>
    </Rule>
  );
}

/** Bid, daily and total budget, pacing, limits, schedule. */
export function LimitsFields({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { values, set } = fields;
  const least = format.money(LEAST.dailyBudgetMicros);
  return (
    <>
      <Amount
        fields={fields}
        field="bid_micros"
        title={`${t('field.bid')}, ${values.pricing}`}
        hint={t(`field.bidHint${values.pricing}`)}
      />
      <Amount
        fields={fields}
        field="daily_budget_micros"
        title={t('field.daily')}
        hint={t('field.dailyHint', { least })}
      />
      <Amount
        fields={fields}
        field="total_budget_micros"
        title={t('field.total')}
        hint={t('field.totalHint')}
      />
      <Rule kind="group" field="pacing" title={t('field.pacing')} hint={t('field.pacingHint')}>
        <ChoiceList
          name="pacing"
          value={values.pacing}
          choices={[
            { value: 'even', label: t('field.even'), text: t('field.evenText') },
            { value: 'asap', label: t('field.asap'), text: t('field.asapText') },
          ]}
          onChange={(pacing) => set({ pacing })}
        />
      </Rule>
      <Rule
        kind="group"
        field="bidding"
        title={t('targetingFields.bidding')}
        hint={t('targetingFields.biddingHint')}
      >
        <ChoiceList
          name="bidding"
          value={values.bidding}
          choices={[
            { value: 'max', label: t('campaignHistory.bidding.max'), text: t('targetingFields.biddingMax') },
            {
              value: 'fixed',
              label: t('campaignHistory.bidding.fixed'),
              text: t('targetingFields.biddingFixed'),
            },
          ]}
          onChange={(bidding) => set({ bidding })}
        />
      </Rule>
      <Limit
        fields={fields}
        field="impression_limit"
        title={t('targetingFields.limit')}
        hint={t('targetingFields.limitHint')}
      />
      <Limit
        fields={fields}
        field="click_limit"
        title={t('targetingFields.clickLimit')}
        hint={t('targetingFields.clickLimitHint')}
      />
      <Rule
        kind="group"
        field="measured_only"
        title={t('campaignHistory.field.measured_only')}
        hint={t('targetingFields.measuredHint')}
      >
        <ChoiceList
          name="measured_only"
          value={String(values.measured_only)}
          choices={['false', 'true'].map((value) => ({
            value,
            label: t(`campaignHistory.measured.${value}`),
            text: t(`targetingFields.measured.${value}`),
          }))}
          onChange={(value) => set({ measured_only: value === 'true' })}
        />
      </Rule>
      <Schedule fields={fields} />
    </>
  );
}
