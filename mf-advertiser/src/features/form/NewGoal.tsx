import type { ConversionGoal } from '@ezdash/contracts';
import type { CONVERSION_DUPLICATES } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { anyDirection, Button, TextInput } from '@ezdash/ui';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../components/ChoiceList';
import { FieldError } from '../../components/FieldError';
import { useErrorText } from '../../components/useErrorText';
import classes from './GoalField.module.css';
import { useAdvertiserCreateGoalMutation } from './goals.api';

interface NewGoalProps {
  onMade: (goal: ConversionGoal) => void;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** Makes a goal on the spot: a name, and how often a click may lead to it. No form of its own: it stands in one. */
export function NewGoal({ onMade, onCancel }: NewGoalProps) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const [duplicates, setDuplicates] = useState<(typeof CONVERSION_DUPLICATES)[number]>('once');
  const [missing, setMissing] = useState(false);
  const [create, { isLoading, error }] = useAdvertiserCreateGoalMutation();
  const refusal = toApiError(error);
  const nameError = missing ? t('problem.goalName') : refusal?.errors.name?.join(' ');

  async function add() {
    if (isLoading) return;
    setMissing(name.trim() === '');
    if (name.trim() === '') return;
    // A campaign pays for what is reported: only whoever has the key may do so.
    const answer = await create({ name: name.trim(), duplicates, requires_key: true });
    if (answer.data) onMade(answer.data);
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The campaign's own form must not be sent with it.
    event.preventDefault();
    void add();
  };
  return (
    <div className={classes.new}>
      <TextInput
        name="goal_name"
        ref={anyDirection}
        label={t('goals.name')}
        placeholder={t('goals.namePlaceholder')}
        maxLength={120}
        value={name}
        error={nameError}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={onKeyDown}
      />
      <ChoiceList
        name="goal_duplicates"
        value={duplicates}
        choices={[
          { value: 'once', label: t('goals.once'), text: t('goals.onceText') },
          { value: 'every', label: t('goals.every'), text: t('goals.everyText') },
        ]}
        onChange={setDuplicates}
      />
      {refusal && !nameError ? <FieldError>{errorText(refusal)}</FieldError> : null}
      <div className={classes.buttons}>
        <Button variant="default" loading={isLoading} onClick={() => void add()}>
          {t('goals.add')}
        </Button>
        {onCancel ? (
          <Button variant="subtle" onClick={onCancel}>
            {t('goals.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
