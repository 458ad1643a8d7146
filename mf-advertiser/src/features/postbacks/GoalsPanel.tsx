import type { ConversionGoal } from '@ezdash/contracts';
import { TRACKER_PRESETS } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Panel,
  Status,
  TableSkeleton,
  useConfirm,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { useAdvertiserGoalsQuery } from '../form/goals.api';
import { GoalDrawer } from './GoalDrawer';
import { GoalForm } from './GoalForm';
import type { RenewedKey } from './GoalKey';
import { NewGoalKey } from './NewGoalKey';
import { usePostbacksUpdateGoalMutation } from './postbacks.api';
import classes from './postbacks.module.css';
import { SecretDialog } from './SecretDialog';

const idOf = ({ id }: ConversionGoal) => id;
const nameOf = ({ name }: ConversionGoal) => name;

function useColumns(onOpen: (id: string) => void): Column<ConversionGoal>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('postbacks.goal.name'),
        phone: 'title',
        sort: ({ name }) => name,
        cell: (goal) => (
          <span className={classes.name}>
            <button type="button" className="ez-link" onClick={() => onOpen(goal.id)}>
              <bdi>{goal.name}</bdi>
            </button>
            <small className="ez-mono">{goal.id}</small>
          </span>
        ),
      },
      {
        key: 'rule',
        header: t('postbacks.goal.rule'),
        cell: ({ duplicates, window_days: count }) =>
          t(duplicates === 'once' ? 'goals.ruleOnce' : 'goals.ruleEvery', { count }),
      },
      {
        key: 'value',
        header: t('postbacks.goal.value'),
        cell: ({ value_kind, value_micros }) =>
          value_kind === 'fixed' && value_micros !== null
            ? format.money(value_micros)
            : t(`postbacks.goal.value_kindChoice.${value_kind}`),
      },
      {
        key: 'last',
        header: t('postbacks.goal.last'),
        sort: ({ last_received_at }) => last_received_at,
        cell: ({ last_received_at: last }) => (last ? format.dateTime(last) : t('postbacks.goal.never')),
      },
      {
        key: 'state',
        header: t('postbacks.goal.state'),
        phone: 'badge',
        cell: ({ state }) => <Status state={state} plain />,
      },
    ],
    [t, format, onOpen],
  );
}

interface GoalsPanelProps {
  /** The goal whose drawer is open. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** A tracker that a new goal is to be made for. */
  trackerId: string | null;
  onTrackerDone: () => void;
}

/** An advertiser's goals: what is counted, and how each is reported. */
export function GoalsPanel({ open, onOpen, trackerId, onTrackerDone }: GoalsPanelProps) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const confirm = useConfirm();
  const query = useAdvertiserGoalsQuery();
  const [update, { error: updateError }] = usePostbacksUpdateGoalMutation();
  const tracker = TRACKER_PRESETS.find(({ id }) => id === trackerId) ?? null;
  const [editing, setEditing] = useState<ConversionGoal | 'new' | null>(null);
  const [made, setMade] = useState<{ goal: ConversionGoal; trackerId: string | null } | null>(null);
  const [renewed, setRenewed] = useState<(RenewedKey & { name: string }) | null>(null);
  const columns = useColumns(onOpen);
  const goals = query.data?.goals;
  const failure = toApiError(query.error);
  const refusal = toApiError(updateError);
  const opened = goals?.find(({ id }) => id === open);
  const form = editing ?? (tracker ? 'new' : null);

  async function archive(goal: ConversionGoal) {
    const agreed = await confirm({
      title: t('postbacks.goal.archiveTitle', { name: goal.name }),
      text: t('postbacks.goal.archiveText'),
      verb: t('postbacks.goal.archive'),
    });
    if (agreed) void update({ id: goal.id, changes: { state: 'archived' } });
  }
  function close() {
    setEditing(null);
    if (tracker) onTrackerDone();
  }
  const add = (variant: 'default' | 'filled') => (
    <Button variant={variant} onClick={() => setEditing('new')}>
      {t('postbacks.goal.create')}
    </Button>
  );
  return (
    <Panel title={t('postbacks.goals')} flush aside={goals && goals.length > 0 ? add('default') : undefined}>
      {refusal ? <Notice tone="bad">{failureText(refusal)}</Notice> : null}
      {goals ? (
        <DataTable
          label={t('postbacks.goals')}
          rows={goals}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          actions={(goal) => [
            { id: 'open', label: t('postbacks.goal.open'), onSelect: () => onOpen(goal.id) },
            { id: 'edit', label: t('postbacks.goal.change'), onSelect: () => setEditing(goal) },
            goal.state === 'active'
              ? {
                  id: 'archive',
                  label: t('postbacks.goal.archive'),
                  danger: true,
                  onSelect: () => void archive(goal),
                }
              : {
                  id: 'resume',
                  label: t('postbacks.goal.resume'),
                  onSelect: () => void update({ id: goal.id, changes: { state: 'active' } }),
                },
          ]}
          empty={
            <EmptyState title={t('postbacks.empty.goals')} action={add('filled')}>
              {t('postbacks.empty.goalsText')}
            </EmptyState>
          }
        />
      ) : null}
      {!goals && failure ? (
        <ErrorState
          title={t('postbacks.failed.goals')}
          requestId={failure.requestId}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {t('postbacks.failed.kept')}
        </ErrorState>
      ) : null}
      {!goals && !failure ? <TableSkeleton rows={4} columns={5} /> : null}
      {form ? (
        <GoalForm
          goal={form === 'new' ? null : form}
          name={tracker?.name}
          onClose={close}
          onMade={(goal) => {
            setMade({ goal, trackerId });
            close();
          }}
        />
      ) : null}
      {made ? (
        <NewGoalKey
          goal={made.goal}
          trackerId={made.trackerId}
          onClose={() => {
            setMade(null);
            onOpen(made.goal.id);
          }}
        />
      ) : null}
      {renewed ? (
        <SecretDialog
          title={t('postbacks.key.new', { name: renewed.name })}
          text={
            renewed.hours === 0
              ? t('postbacks.key.goneAtOnce')
              : t('postbacks.key.goesOn', { count: renewed.hours })
          }
          codes={[{ label: t('postbacks.key.label'), code: renewed.key, language: '' }]}
          onClose={() => setRenewed(null)}
        />
      ) : null}
      {opened && !form && !made && !renewed ? (
        <GoalDrawer
          goal={opened}
          onRenewed={(key) => setRenewed({ ...key, name: opened.name })}
          onClose={() => onOpen(null)}
        />
      ) : null}
    </Panel>
  );
}
