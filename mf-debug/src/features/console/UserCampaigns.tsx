import type { OperatorUserCampaign } from '@ezdash/contracts';
import { PRIORITIES } from '@ezdash/contracts/constants';
import { failureOf, useWithProof } from '@ezdash/store';
import { BlockSkeleton, Panel, Status, toast, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyFailure } from '../money/MoneyFailure';
import { QueryFailed } from '../money/QueryFailed';
import { useDebugConsoleCampaignsQuery, useDebugConsolePriorityMutation } from './accounts.api';
import styles from './console.module.css';

/** One campaign and what it is served before. */
function Row({
  campaign,
  onFailure,
}: {
  campaign: OperatorUserCampaign;
  onFailure: (error: unknown) => void;
}) {
  const { t } = useTranslation('debug');
  const [change, { isLoading }] = useDebugConsolePriorityMutation();
  const { run } = useWithProof();
  const { id, name, state, priority } = campaign;
  const choose = async (wanted: OperatorUserCampaign['priority']) => {
    if (wanted === priority) return;
    onFailure(null);
    try {
      await run(() => change({ id, priority: wanted }).unwrap());
      toast({ text: t('priority.changed', { name, priority: t(`priority.${wanted}.name`) }) });
    } catch (error) {
      onFailure(failureOf(error));
    }
  };
  return (
    <li>
      <span className={styles.campaign}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <Status state={state} plain />
      </span>
      <Select
        aria-label={t('priority.of', { name })}
        data={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}.name`) }))}
        value={priority}
        allowDeselect={false}
        // Disabled, it would lose the focus.
        readOnly={isLoading}
        onChange={(wanted) => {
          const found = PRIORITIES.find((value) => value === wanted);
          if (found) void choose(found);
        }}
      />
    </li>
  );
}

/** An advertiser's campaigns, and which of them come first. */
export function UserCampaigns({ userId }: { userId: number }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { data, error, isFetching, refetch } = useDebugConsoleCampaignsQuery(userId, {
    refetchOnMountOrArgChange: true,
  });
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Panel title={t('priority.title')}>
      {data ? (
        data.campaigns.length === 0 ? (
          <p className="ez-dim">{t('priority.none')}</p>
        ) : (
          <div className={styles.form}>
            {(data.total ?? 0) > data.campaigns.length ? (
              <p className="ez-dim">
                {t('priority.newest', {
                  shown: format.count(data.campaigns.length),
                  total: format.count(data.total ?? 0),
                })}
              </p>
            ) : null}
            <ul className={styles.priorities}>
              {data.campaigns.map((campaign) => (
                <Row key={campaign.id} campaign={campaign} onFailure={setFailure} />
              ))}
            </ul>
            <MoneyFailure title={t('priority.notChanged')} failure={failure} />
            <ul className={styles.quietText}>
              {PRIORITIES.map((value) => (
                <li key={value}>
                  {t('priority.meaning', {
                    priority: t(`priority.${value}.name`),
                    text: t(`priority.${value}.text`),
                  })}
                </li>
              ))}
            </ul>
          </div>
        )
      ) : error ? (
        <QueryFailed
          title={t('priority.failed')}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <BlockSkeleton />
      )}
    </Panel>
  );
}
