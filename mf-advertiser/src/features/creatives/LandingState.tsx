import type { Campaign } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { Button, Notice, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import classes from './creatives.module.css';
import { useLandingCheckNowMutation, useLandingCheckQuery } from './landing.api';
import { useLandingText } from './useLandingText';

/** Whether the page that a campaign's creatives lead to answers: when somebody looked last, and a way to look now. */
export function LandingState({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const textOf = useLandingText();
  const failureText = useFailureText();
  const known = useLandingCheckQuery(campaign.id);
  const [check, { error, isLoading }] = useLandingCheckNowMutation();
  // Of an address that the campaign had before nothing is said.
  const result = known.data?.result?.url === campaign.landing_url ? known.data.result : null;
  const found = result ? textOf(result) : null;
  const failed = isLoading ? undefined : (error ?? (known.data ? undefined : known.error));
  const failure = failed ? toApiError(failed) : null;
  const time = (text: string) => format.dateTime(text);
  return (
    <div className={classes.look}>
      <p className={classes.hint}>
        {t('landing.title')}{' '}
        <code dir="ltr" className={classes.address}>
          {campaign.landing_url}
        </code>
      </p>
      <div role="status">
        {found ? <Notice tone={found.tone}>{found.text}</Notice> : null}
        {failure ? (
          <Notice tone="bad" title={t('landing.failed')}>
            {failureText(failure)}
          </Notice>
        ) : null}
      </div>
      <p className={classes.hint}>
        {result ? t('landing.checkedAt', { time: time(result.checked_at) }) : null}
        {known.data && !result ? t('landing.never') : null}
        {result && known.data?.failing_since
          ? ` ${t('landing.since', { time: time(known.data.failing_since) })}`
          : null}
      </p>
      <Button variant="default" loading={isLoading} onClick={() => void check(campaign.id)}>
        {t('landing.checkNow')}
      </Button>
    </div>
  );
}
