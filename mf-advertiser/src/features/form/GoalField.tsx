import type { ConversionGoal } from '@ezdash/contracts';
import { CONVERSION_GOALS } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { Button, Choice, Notice } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { Rule } from '../../components/Rule';
import { useErrorText } from '../../components/useErrorText';
import classes from './GoalField.module.css';
import { GoalFieldReport } from './GoalFieldReport';
import { useAdvertiserGoalsQuery } from './goals.api';
import { NewGoal } from './NewGoal';
import type { FieldControl } from './useCampaignFields';

/** Anybody may report the others: a campaign cannot pay for them. */
const isPayable = ({ state, requires_key, pixel }: ConversionGoal) =>
  state === 'active' && requires_key && !pixel;

/** Those that can be chosen, and those that were, whatever has become of them. */
const shown = (goals: readonly ConversionGoal[], chosen: readonly string[]) =>
  goals.filter((goal) => isPayable(goal) || chosen.includes(goal.id));

/** How long after the click and how often a goal counts, in one line. */
function useGoalRule() {
  const { t } = useTranslation('advertiser');
  return ({ state, window_days: count, duplicates }: ConversionGoal) =>
    state === 'archived'
      ? t('goals.archived')
      : t(duplicates === 'once' ? 'goals.ruleOnce' : 'goals.ruleEvery', { count });
}

/** The goals that a campaign pays for: the advertiser's own, and a new one made on the spot. */
export function GoalField({ fields }: { fields: FieldControl }) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const ruleOf = useGoalRule();
  const { data, error, isLoading, isFetching, refetch } = useAdvertiserGoalsQuery();
  const [adding, setAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { values, set, leave, errorOf } = fields;
  const chosen = values.goal_ids;
  const goals = shown(data?.goals ?? [], chosen);
  const hasOpen = data?.goals.some((goal) => goal.state === 'active' && !isPayable(goal));
  const problem = errorOf('goal_ids');
  const failure = toApiError(error);

  function toggle(id: string, isOn: boolean) {
    set({ goal_ids: isOn ? [...chosen, id] : chosen.filter((other) => other !== id) });
    leave('goal_ids');
  }
  function close() {
    setAdding(false);
    // Behind the rendering that brings the button back.
    setTimeout(() => opener.current?.focus());
  }
  function onMade({ id }: ConversionGoal) {
    set({ goal_ids: [...chosen, id] });
    close();
  }
  const isFull = chosen.length >= CONVERSION_GOALS.mostOfCampaign;
  return (
    <Rule kind="group" field="goal_ids" title={t('field.goals')} hint={t('field.goalsHint')}>
      <div className={classes.body}>
        {failure && !data ? (
          <Notice tone="bad" title={t('goals.failed')}>
            {errorText(failure)}{' '}
            <Button variant="subtle" loading={isFetching} onClick={() => void refetch()}>
              {t('goals.retry')}
            </Button>
          </Notice>
        ) : null}
        {isLoading ? <p className={classes.quiet}>{t('goals.loading')}</p> : null}
        {goals.length > 0 ? (
          <div className={classes.list}>
            {goals.map((goal) => (
              <Choice
                key={goal.id}
                type="checkbox"
                name="goal_ids"
                value={goal.id}
                checked={chosen.includes(goal.id)}
                label={<bdi>{goal.name}</bdi>}
                hint={ruleOf(goal)}
                onChange={(isOn) => toggle(goal.id, isOn)}
              />
            ))}
          </div>
        ) : null}
        {hasOpen ? <p className={classes.quiet}>{t('goals.open')}</p> : null}
        {data && goals.length === 0 && !hasOpen ? <p className={classes.quiet}>{t('goals.none')}</p> : null}
        {data && (adding || goals.length === 0) ? (
          <NewGoal onMade={onMade} onCancel={goals.length === 0 ? null : close} />
        ) : null}
        {data && !adding && goals.length > 0 && !isFull ? (
          <div>
            <Button ref={opener} variant="default" onClick={() => setAdding(true)}>
              {t('goals.new')}
            </Button>
          </div>
        ) : null}
        {problem ? <FieldError>{problem}</FieldError> : null}
        {goals
          .filter(({ id, state }) => state === 'active' && chosen.includes(id))
          .map((goal) => (
            <GoalFieldReport key={goal.id} goal={goal} />
          ))}
      </div>
    </Rule>
  );
}
