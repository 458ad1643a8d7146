import type { ReleaseTokenMade } from '@ezdash/contracts';
import { useWithProof } from '@ezdash/store';
import {
  BusyButton,
  Button,
  CodeBlock,
  Dialog,
  type Form,
  Notice,
  Radio,
  TextInput,
  useForm,
  useFormat,
} from '@ezdash/ui';
import { NumberInput } from '@ezdash/ui/data';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import forms from '../console/console.module.css';
import { MoneyFailure } from '../money/MoneyFailure';
import { useDebugMakeReleaseTokenMutation } from './releases.api';
import styles from './releases.module.css';

const WIDTH = 540;
const LABEL_LENGTH = 60;
const REMOTE_LENGTH = 60;
const MOST_DAYS = 365;
const FIRST_DAYS = 90;
/** As the contracts have it. */
const REMOTE = /^mf-[a-z]+$/;

interface Values {
  scope: 'one' | 'all';
  remote: string;
  label: string;
  days: string | number;
}

/** The one time that a token's secret is to be seen. */
function MadeDialog({ made: { token, secret }, onClose }: { made: ReleaseTokenMade; onClose: () => void }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (
    <Dialog
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('releases.token.madeTitle', { label: token.label })}
      actions={
        <Button
          // The second press of a double click falls here: the secret would be gone before anybody saw it.
          onClick={(event) => {
            if (event.detail <= 1) onClose();
          }}
        >
          {t('releases.token.kept')}
        </Button>
      }
    >
      <div className={forms.form}>
        <Notice tone="warn" title={t('releases.token.once')}>
          {t('releases.token.onceText')}
        </Notice>
        <CodeBlock code={secret} label={t('releases.token.secret')} language="Bearer" />
        <p className={forms.quietText}>
          {token.remote
            ? t('releases.token.opensOne', { remote: token.remote, date: format.date(token.expires_at) })
            : t('releases.token.opensAll', { date: format.date(token.expires_at) })}
        </p>
      </div>
    </Dialog>
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
      {scope === 'one' ? (
        <TextInput
          {...form.field('remote')}
          label={t('releases.remote')}
          description={t('releases.token.remoteHint')}
          classNames={{ input: 'ez-mono' }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={REMOTE_LENGTH}
          dir="ltr"
        />
      ) : null}
      <TextInput
        {...form.field('label')}
        label={t('releases.token.label')}
        description={t('releases.token.labelHint')}
        autoComplete="off"
        maxLength={LABEL_LENGTH}
      />
      <NumberInput
        {...form.field('days')}
        label={t('releases.token.days')}
        min={1}
        max={MOST_DAYS}
        allowDecimal={false}
        allowNegative={false}
      />
    </>
  );
}

function useTokenForm(onMade: (made: ReleaseTokenMade) => void) {
  const { t } = useTranslation('debug');
  const { run } = useWithProof();
  const [make] = useDebugMakeReleaseTokenMutation();
  return useForm<Values>({
    initial: { scope: 'one', remote: '', label: '', days: FIRST_DAYS },
    check: ({ scope, remote, label, days }) => ({
      remote: scope === 'one' && !REMOTE.test(remote.trim()) ? t('releases.token.remoteWrong') : undefined,
      label: label.trim() === '' ? t('releases.token.labelMissing') : undefined,
      days: Number(days) >= 1 && Number(days) <= MOST_DAYS ? undefined : t('releases.token.daysWrong'),
    }),
    onSubmit: async ({ scope, remote, label, days }) => {
      const input = {
        remote: scope === 'one' ? remote.trim() : null,
        label: label.trim(),
        days: Number(days),
      };
      onMade(await run(() => make(input).unwrap()));
    },
  });
}

/** A token that a team publishes with, or operators handle releases with, from now on. */
export function MakeTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['debug', 'ui']);
  const id = useId();
  const [made, setMade] = useState<ReleaseTokenMade | null>(null);
  const form = useTokenForm(setMade);
  if (made) return <MadeDialog made={made} onClose={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('releases.token.new')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <BusyButton
            type="submit"
            form={id}
            busy={form.pending}
            onClick={(event) => {
              if (event.detail > 1) event.preventDefault();
            }}
          >
            {t('releases.token.make')}
          </BusyButton>
        </>
      }
    >
      <form {...form.props} id={id} className={forms.form}>
        <Fields form={form} />
        <MoneyFailure
          title={t('releases.token.notMade')}
          failure={form.failure}
          otherErrors={form.otherErrors}
        />
      </form>
    </Dialog>
  );
}
