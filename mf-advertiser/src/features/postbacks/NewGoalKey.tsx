import type { ConversionGoal } from '@ezdash/contracts';
import { TRACKER_PRESETS, trackerClickQuery } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, Dialog, Notice } from '@ezdash/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { canReport, reportAddress } from './postbackAddress';
import { usePostbacksFirstKeyMutation } from './postbacks.api';
import { SecretDialog } from './SecretDialog';

interface NewGoalKeyProps {
  goal: ConversionGoal;
  trackerId: string | null;
  onClose: () => void;
}

/** What a goal that was just made is reported with: its address with the key in it, for the tracker that was chosen. */
export function NewGoalKey({ goal, trackerId, onClose }: NewGoalKeyProps) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const [ask, { data, error }] = usePostbacksFirstKeyMutation();
  const { id, requires_key } = goal;
  useEffect(() => {
    if (requires_key) void ask(id);
  }, [ask, id, requires_key]);
  const wanted = TRACKER_PRESETS.find((preset) => preset.id === trackerId) ?? null;
  // One that cannot report it is no use: the goal's own address says what it takes.
  const tracker = wanted && canReport(wanted, goal) ? wanted : null;
  const failure = toApiError(error);
  if (failure)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={t('postbacks.made.title', { name: goal.name })}
        actions={<Button onClick={onClose}>{t('postbacks.secret.done')}</Button>}
      >
        <Notice tone="bad" title={t('postbacks.made.noKey')}>
          {failureText(failure)}
        </Notice>
      </Dialog>
    );
  if (requires_key && !data) return null;
  const address = reportAddress(goal, { way: 'server', tracker, key: data?.key ?? null }) ?? '';
  return (
    <SecretDialog
      title={t('postbacks.made.title', { name: goal.name })}
      text={
        tracker
          ? t('postbacks.made.tracker', { name: tracker.name })
          : wanted
            ? `${t('postbacks.builder.noTransactions', { name: wanted.name })}. ${t('postbacks.builder.noTransactionsText')}`
            : t('postbacks.made.text')
      }
      codes={[
        { label: t('postbacks.builder.address'), code: address, language: 'HTTP' },
        ...(tracker
          ? [
              {
                label: t('postbacks.builder.landing', { name: tracker.name }),
                code: `https://…?${trackerClickQuery(tracker)}`,
                language: 'HTTP',
              },
            ]
          : []),
        ...(data ? [{ label: t('postbacks.key.label'), code: data.key, language: '' }] : []),
      ]}
      isSecret={data !== undefined}
      onClose={onClose}
    />
  );
}
