import type { Property, PropertyVerification } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { BlockSkeleton, BusyButton, ErrorState, Notice, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LIVE } from '../../components/polling';
import { Methods } from './Methods';
import { useVerify } from './useVerify';
import { Verdict } from './Verdict';
import { usePublisherVerificationQuery } from './verification.api';
import classes from './verification.module.css';

function Times({ verification }: { verification: PropertyVerification }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { checked_at: checked, next_check_at: next } = verification;
  return (
    <dl className={classes.facts}>
      <dt>{t('verification.lastCheck')}</dt>
      <dd>{checked === null ? t('verification.never') : format.dateTime(checked)}</dd>
      <dt>{t('verification.nextCheck')}</dt>
      <dd>{next === null ? t('verification.whenAsked') : format.dateTime(next)}</dd>
    </dl>
  );
}

function Known({ verification, property }: { verification: PropertyVerification; property: Property }) {
  const { t } = useTranslation('publisher');
  const { verify, isChecking, failure, isMissing } = useVerify(verification);
  const isArchived = property.state === 'archived';
  return (
    <div className={classes.stack}>
      <Panel
        title={t('verification.title')}
        aside={
          isArchived ? null : (
            <BusyButton variant="default" busy={isChecking} onClick={verify}>
              {t('verification.checkNow')}
            </BusyButton>
          )
        }
      >
        <div className={classes.stack}>
          <div>
            <Verdict verification={verification} property={property} />
            <div role="status" className={classes.news}>
              {isMissing ? (
                <Notice tone="warn" title={t('verification.notFound', { domain: property.domain })}>
                  {t('verification.notFoundText')}
                </Notice>
              ) : null}
            </div>
          </div>
          {failure ? (
            <Notice tone="bad" title={t('verification.notChecked')}>
              {sentence(failure.message) || t('problem.noAnswer')}
            </Notice>
          ) : null}
          {isArchived ? null : <Times verification={verification} />}
        </div>
      </Panel>
      {isArchived ? null : <Methods verification={verification} />}
    </div>
  );
}

/** `?tab=verification` of a property: what shows that the site is its publisher's, and what the last look found. */
export function VerificationTab({ property }: { property: Property }) {
  const { t } = useTranslation('publisher');
  const { data, error, isFetching, refetch } = usePublisherVerificationQuery(property.id, LIVE);
  const failure = toApiError(error);
  if (data?.property_id === property.id) return <Known verification={data} property={property} />;
  if (!failure) return <BlockSkeleton height={320} />;
  return (
    <Panel label={t('verification.failed')}>
      <ErrorState
        title={t('verification.failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={failure.requestId}
      >
        {sentence(failure.message) || t('problem.noAnswer')}
      </ErrorState>
    </Panel>
  );
}
