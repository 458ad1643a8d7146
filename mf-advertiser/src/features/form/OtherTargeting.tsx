import { useTargetingRules } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import classes from './OtherTargeting.module.css';
import type { FieldControl } from './useCampaignFields';

/** What narrows the campaign beside the fields above, to read: it was set through the API and is kept. */
export function OtherTargeting({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const rules = useTargetingRules()(fields.values.targeting);
  const error = fields.errorOf('targeting');
  if (rules.length === 0) return null;
  return (
    <Rule kind="group" field="targeting" title={t('field.otherRules')} hint={t('field.otherRulesHint')}>
      <dl className={classes.rules}>
        {rules.map(({ dimension, title, text }) => (
          <div key={dimension}>
            <dt>{title}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {error ? <FieldError>{error}</FieldError> : null}
    </Rule>
  );
}
