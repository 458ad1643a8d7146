import { Button, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useUtcFormat } from '../form/useUtcFormat';
import type { DraftKeeper } from './useStoredDraft';
import classes from './wizard.module.css';

const CHOICES = 'draft-conflict-choices';

/** Leads to the question that has to be answered first. */
export function focusConflict(): true {
  document.querySelector<HTMLElement>(`#${CHOICES} button`)?.focus();
  return true;
}

/** Two wrote the same draft: the later one chooses. Nothing is lost whatever is pressed, or when nothing is. */
export function DraftConflictNotice({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const errorText = useErrorText();
  const [failure, setFailure] = useState<string | null>(null);
  const { conflict } = keeper;
  if (!conflict) return null;
  const load = async () => {
    const error = await keeper.loadOther();
    setFailure(error && errorText(error));
  };
  const choices = (
    <span id={CHOICES} className={classes.choices}>
      <Button variant="default" onClick={keeper.keepCopy}>
        {t('wizard.keepCopy')}
      </Button>
      <Button variant="default" onClick={keeper.takeOver}>
        {t('wizard.takeOver')}
      </Button>
      <Button variant="subtle" onClick={() => void load()}>
        {t('wizard.loadOther')}
      </Button>
    </span>
  );
  const time = `${utc.dateTime(conflict.updatedAt)} UTC`;
  return (
    <Notice tone="warn" title={t('wizard.conflict', { time })} action={choices}>
      {failure ?? t('wizard.conflictText')}
    </Notice>
  );
}
