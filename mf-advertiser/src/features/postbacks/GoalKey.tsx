import type { ConversionGoal } from '@ezdash/contracts';
import { GOAL_KEYS } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { BusyButton, Notice, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { usePostbacksRenewKeyMutation } from './postbacks.api';
import classes from './postbacks.module.css';

const OVERLAPS = [0, 1, GOAL_KEYS.defaultOverlapHours, GOAL_KEYS.longestOverlapHours] as const;

/** A key that was just made, and for how long the one before goes on. */
export interface RenewedKey {
  key: string;
  hours: number;
}

interface GoalKeyProps {
  goal: ConversionGoal;
  /** Shows it. Not here: whatever closes the drawer around this would take the key away unread. */
  onRenewed: (renewed: RenewedKey) => void;
}

/** A goal's key: never shown again, replaced by another one while the old one goes on for a while. */
export function GoalKey({ goal, onRenewed }: GoalKeyProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText();
  const [hours, setHours] = useState<number>(GOAL_KEYS.defaultOverlapHours);
  const [renew, { error, isLoading }] = usePostbacksRenewKeyMutation();
  const failure = toApiError(error);
  const until = goal.old_key_until;
  async function press() {
    const { data } = await renew({ id: goal.id, overlap_hours: hours });
    if (data) onRenewed({ key: data.key, hours });
  }
  return (
    <section className={classes.section}>
      <h3>{t('postbacks.key.title')}</h3>
      <p className={classes.quiet}>{t('postbacks.key.text')}</p>
      {until && Date.parse(until) > Date.now() ? (
        <Notice tone="info">{t('postbacks.key.overlaps', { time: format.dateTime(until) })}</Notice>
      ) : null}
      <div className={classes.row}>
        <Select
          label={t('postbacks.key.overlap')}
          data={OVERLAPS.map((value) => ({
            value: String(value),
            label: value === 0 ? t('postbacks.key.atOnce') : t('postbacks.key.hours', { count: value }),
          }))}
          value={String(hours)}
          allowDeselect={false}
          onChange={(value) => setHours(Number(value ?? hours))}
        />
        <BusyButton variant="default" busy={isLoading} onClick={() => void press()}>
          {t('postbacks.key.renew')}
        </BusyButton>
      </div>
      {failure ? <Notice tone="bad">{failureText(failure)}</Notice> : null}
    </section>
  );
}
