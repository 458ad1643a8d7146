import type { ReleaseTokenMade } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import { CodeBlock, type Form, Notice, Radio, TextInput, useForm, useFormat } from '@ezdash/ui';
import { NumberField } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../console/console.module.css';
import { FormDialog } from '../console/FormDialog';
import { MadeDialog } from '../console/MadeDialog';
import { MoneyFailure } from '../money/MoneyFailure';
import { RemoteField, useRemoteProblem } from './RemoteField';
import { useDebugMakeReleaseTokenMutation } from './releases.api';
import styles from './releases.module.css';

const LABEL_LENGTH = 60;
const MOST_DAYS = 365;
const FIRST_DAYS = 90;

interface Values {
  scope: 'one' | 'all';
  remote: string;
  label: string;
  days: number | null;
}

/** The one time that a token's secret is to be seen. */
function TokenMade({ made: { token, secret }, onClose }: { made: ReleaseTokenMade; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <MadeDialog
      title={t('releases.token.madeTitle', { label: token.label })}
      verb={t('releases.token.kept')}
      onClose={onClose}
    >
      <Notice tone="warn" title={t('releases.token.once')}>
        {t('releases.token.onceText')}
      </Notice>
      <CodeBlock code={secret} label={t('releases.token.secret')} language="Bearer" />
      <p className={forms.quietText}>
        {token.remote
          ? t('releases.token.opensOne', { remote: token.remote, date: format.date(token.expires_at) })
          : t('releases.token.opensAll', { date: format.date(token.expires_at) })}
      </p>
    </MadeDialog>
  );
}

function Fields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation('debug');
  const { scope } = form.values;
  return (
    <>
      <Radio.Group
        label={t('releases.token.scope')}
        value={scope}
        onChange={(value) => form.set({ scope: value === 'all' ? 'all' : 'one' })}
      >
        <div className={styles.radios}>
          <Radio value="one" label={t('releases.token.one')} description={t('releases.token.oneHint')} />
          <Radio value="all" label={t('releases.token.all')} description={t('releases.token.allHint')} />
        </div>
      </Radio.Group>
      {scope === 'one' ? <RemoteField {...form.field('remote')} /> : null}
      <TextInput
        {...form.field('label')}
        label={t('releases.token.label')}
        description={t('releases.token.labelHint')}
        autoComplete="off"
        maxLength={LABEL_LENGTH}
      />
      <NumberField {...form.field('days')} label={t('releases.token.days')} />
    </>
  );
}

function useTokenForm(onMade: (made: ReleaseTokenMade) => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [make] = useDebugMakeReleaseTokenMutation();
  const remoteProblem = useRemoteProblem();
  return useForm<Values>({
    initial: { scope: 'one', remote: '', label: '', days: FIRST_DAYS },
    check: ({ scope, remote, label, days }) => ({
      remote: scope === 'one' ? remoteProblem(remote) : undefined,
      label: label.trim() === '' ? t('releases.token.labelMissing') : undefined,
      days: days !== null && days >= 1 && days <= MOST_DAYS ? undefined : t('releases.token.daysWrong'),
    }),
    onSubmit: async ({ scope, remote, label, days }) => {
      const input = {
        remote: scope === 'one' ? remote.trim() : null,
        label: label.trim(),
        days: days ?? FIRST_DAYS,
      };
      onMade(await run(() => make(input).unwrap()));
    },
  });
}

/** A token that a team publishes with, or operators handle releases with, from now on. */
export function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('debug');
  const [made, setMade] = useState<ReleaseTokenMade | null>(null);
  const form = useTokenForm(setMade);
  if (made) return <TokenMade made={made} onClose={onClose} />;
  return (
    <FormDialog title={t('releases.token.new')} verb={t('releases.token.make')} form={form} onClose={onClose}>
      <Fields form={form} />
      <MoneyFailure
        title={t('releases.token.notMade')}
        failure={form.failure}
        otherErrors={form.otherErrors}
      />
    </FormDialog>
  );
}
