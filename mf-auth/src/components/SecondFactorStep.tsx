import type { SecondFactor } from '@ezdash/contracts';
import { toApiError, useSecondFactorMutation } from '@ezdash/store';
import { Button, TextInput, useForm } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCode } from '../features/checksProofs';
import { isRefusal, refuseAt } from '../features/refusal';
import classes from './auth.module.css';
import { FormFailure } from './FormFailure';
import { StepHead } from './StepHead';

interface SecondFactorStepProps {
  /** What may be asked for; the first one is. */
  factors: readonly SecondFactor[];
  /** Back to e-mail and password; `tooLate`: the log-in that waited is no more. */
  onStartOver: (tooLate: boolean) => void;
}

const FIELD = {
  totp: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 9 },
  recovery: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 24 },
} as const;

function CodeForm({ method, onTooLate }: { method: SecondFactor; onTooLate: () => void }) {
  const { t } = useTranslation('auth');
  const [prove] = useSecondFactorMutation();
  const form = useForm({
    initial: { code: '' },
    check: (values) => checkCode(method, values, t),
    onSubmit: async ({ code }) => {
      try {
        await prove({ method, code }).unwrap();
      } catch (error) {
        if (isRefusal(error, 'NO_LOGIN')) onTooLate();
        else refuseAt('code', ['WRONG_CODE'])(error);
      }
    },
  });
  const failure = toApiError(form.failure);
  const code = form.field('code');
  return (
    <form {...form.props} className={classes.form}>
      {failure ? <FormFailure failure={failure} failed={t('login.failed')} /> : null}
      <TextInput
        {...code}
        {...FIELD[method]}
        // It has the focus from the start: to leave it empty, for the other way say, is no mistake yet.
        onBlur={() => (code.value === '' ? undefined : code.onBlur())}
        classNames={{ input: classes.code }}
        label={t(`second.${method}`)}
        autoFocus
      />
      <Button type="submit" loading={form.pending} fullWidth>
        {t('second.submit')}
      </Button>
    </form>
  );
}

/** After the password: the code of an app, or one of the codes that were written down. */
export function SecondFactorStep({ factors, onStartOver }: SecondFactorStepProps) {
  const { t } = useTranslation('auth');
  const [method, setMethod] = useState<SecondFactor>(factors[0] ?? 'totp');
  const other = factors.find((one) => one !== method);
  return (
    <>
      <StepHead title={t('second.title')}>{t(`second.${method}Text`)}</StepHead>
      <CodeForm key={method} method={method} onTooLate={() => onStartOver(true)} />
      <div className={classes.ways}>
        {other ? (
          <button type="button" className={classes.textButton} onClick={() => setMethod(other)}>
            {t(`second.${other}Instead`)}
          </button>
        ) : null}
        <button type="button" className={classes.textButton} onClick={() => onStartOver(false)}>
          {t('second.startOver')}
        </button>
      </div>
    </>
  );
}
