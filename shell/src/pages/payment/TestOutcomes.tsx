import type { SandboxChoice } from '@ezdash/contracts';
import { SANDBOX_OUTCOMES } from '@ezdash/contracts/constants';
import { Button, Panel, Radio, TextInput, VisuallyHidden } from '@ezdash/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './paymentTest.module.css';

const MOST_SEED = 2_147_483_647;

interface TestOutcomesProps {
  busy: boolean;
  choose: (choice: SandboxChoice) => void;
}

/** Every outcome with what it does; the one that is chosen is played by the page's one primary button. */
export function TestOutcomes({ busy, choose }: TestOutcomesProps) {
  const { t } = useTranslation('shell');
  const [chosen, setChosen] = useState<(typeof SANDBOX_OUTCOMES)[number]>('paid');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose({ outcome: chosen });
  };
  return (
    <Panel title={t('paymentTest.choose')}>
      <form onSubmit={submit}>
        <fieldset className={classes.outcomes}>
          <VisuallyHidden component="legend">{t('paymentTest.choose')}</VisuallyHidden>
          {SANDBOX_OUTCOMES.map((outcome) => (
            <Radio
              key={outcome}
              name="outcome"
              value={outcome}
              checked={outcome === chosen}
              onChange={() => setChosen(outcome)}
              label={t(`paymentTest.outcome.${outcome}`)}
              description={t(`paymentTest.hint.${outcome}`)}
            />
          ))}
        </fieldset>
        <div className={`ez-actions ez-actions-end ${classes.actions}`}>
          <Button type="submit" loading={busy}>
            {t('paymentTest.play')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** → the number, or null when it is none. */
function seedOf(text: string): number | null {
  const seed = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return seed <= MOST_SEED ? seed : null;
}

/** A number in place of a choice: the same one plays the same course every time. */
export function TestSeed({ busy, choose }: TestOutcomesProps) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const seed = seedOf(text);
    setIsWrong(seed === null);
    if (seed !== null) choose({ seed });
  };
  return (
    <Panel title={t('paymentTest.seed.title')}>
      <form className={classes.seed} onSubmit={submit} noValidate>
        <TextInput
          label={t('paymentTest.seed.label')}
          description={t('paymentTest.seed.hint')}
          error={isWrong && seedOf(text) === null ? t('paymentTest.seed.wrong') : null}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="ez-actions ez-actions-end">
          <Button type="submit" variant="default" loading={busy}>
            {t('paymentTest.seed.play')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
