import { useTranslation } from 'react-i18next';
import { EstimateCard, useIsNarrow } from '../estimate/EstimatePanel';
import { toEstimateRequest } from '../estimate/toEstimateRequest';
import { useEstimate } from '../estimate/useEstimate';
import type { CampaignDraft } from '../form/campaignForm';
import type { Problems } from '../form/checkCampaign';
import { BudgetFacts, BudgetRail } from './BudgetRail';
import { eventsFor } from './budgetReach';
import classes from './wizard.module.css';
import type { WizardStep } from './wizardSteps';

interface WizardRailProps {
  step: WizardStep;
  values: CampaignDraft;
  problems: Problems;
}

/**
 * The estimate with the budget under it, in one card: what the amounts would buy is nothing beside what the traffic lets
 * be bought. Where the estimate is a bar above the form, the budget stands below the form.
 */
function Estimated({ values, problems }: Omit<WizardRailProps, 'step'>) {
  const { t } = useTranslation('advertiser');
  const creatives = values.creatives.map(({ asset }) => asset);
  const request = toEstimateRequest(values, problems, creatives, null);
  const live = useEstimate(request);
  const isNarrow = useIsNarrow();
  // Of another question, or of none: nothing that caps what is typed now.
  const estimate = request === null || live.error ? null : (live.data ?? null);
  if (isNarrow)
    return (
      <>
        <EstimateCard request={request} live={live} />
        <BudgetRail values={values} estimate={estimate} />
      </>
    );
  const hasAmounts = eventsFor(values.daily_budget_micros, values.bid_micros, values.pricing) !== null;
  return (
    <EstimateCard request={request} live={live}>
      {hasAmounts ? (
        <section className={classes.budget} aria-label={t('rail.label')}>
          <h3>{t('rail.budget')}</h3>
          <BudgetFacts values={values} estimate={estimate} />
        </section>
      ) : null}
    </EstimateCard>
  );
}

/** Steps that change what a campaign reaches, or what it pays. */
const ESTIMATED: readonly WizardStep[] = ['targeting', 'limits', 'zones'];

/** What stands beside the form: what it all comes to. */
export function WizardRail({ step, values, problems }: WizardRailProps) {
  return (
    <div className={classes.rail}>
      {ESTIMATED.includes(step) ? (
        <Estimated values={values} problems={problems} />
      ) : (
        <BudgetRail values={values} />
      )}
    </div>
  );
}
