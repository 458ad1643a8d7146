import type { ConversionGoal } from '@ezdash/contracts';
import { CONVERSION_STATUSES } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { BusyButton, CodeBlock, Notice, TextInput } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { usePostbacksTestGoalMutation } from './postbacks.api';
import classes from './postbacks.module.css';

type Status = (typeof CONVERSION_STATUSES)[number];

/** Reports a click that nobody made to the real address, and shows what it answers. */
export function GoalTest({ goal }: { goal: ConversionGoal }) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const [value, setValue] = useState('');
  const [status, setStatus] = useState<Status>('approved');
  const [test, { data, error, isLoading }] = usePostbacksTestGoalMutation();
  const answer = useRef<HTMLDivElement>(null);
  // It comes below the edge of the drawer, out of sight of who pressed.
  useEffect(() => {
    if (data) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  const failure = toApiError(error);
  const valueError = failure?.errors.value?.join(' ');
  const run = () =>
    void test({ id: goal.id, input: { status, ...(value.trim() !== '' && { value: value.trim() }) } });
  return (
    <section className={classes.section}>
      <h3>{t('postbacks.test.title')}</h3>
      <p className={classes.quiet}>{t('postbacks.test.text')}</p>
      <div className={classes.row}>
        <TextInput
          label={t('postbacks.test.value')}
          inputMode="decimal"
          value={value}
          error={valueError}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Select
          label={t('postbacks.test.status')}
          data={CONVERSION_STATUSES.map((each) => ({ value: each, label: t(`postbacks.status.${each}`) }))}
          value={status}
          allowDeselect={false}
          onChange={(chosen) => setStatus(CONVERSION_STATUSES.find((each) => each === chosen) ?? 'approved')}
        />
        <BusyButton variant="default" busy={isLoading} onClick={run}>
          {t('postbacks.test.run')}
        </BusyButton>
      </div>
      {failure && !valueError ? <Notice tone="bad">{failureText(failure)}</Notice> : null}
      {data ? (
        <div ref={answer} className={classes.section} role="status">
          <Notice tone={data.status === 200 ? 'ok' : 'warn'}>
            {t(data.status === 200 ? 'postbacks.test.taken' : 'postbacks.test.refused', {
              status: data.status,
              ms: data.took_ms,
            })}
          </Notice>
          <CodeBlock label={t('postbacks.log.request')} language="POST" code={data.request} />
          <CodeBlock label={t('postbacks.log.answer')} language={String(data.status)} code={data.answer} />
        </div>
      ) : null}
    </section>
  );
}
