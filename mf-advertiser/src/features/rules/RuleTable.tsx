import type { AutoRule } from '@ezdash/contracts';
import { AppLink, confirm, Panel, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './rules.module.css';
import { useRuleWords } from './useRuleWords';

const STATES = { draft: 'draft', active: 'active', off: 'paused' } as const;

interface RuleTableProps {
  rules: readonly AutoRule[];
  onOpen: (id: string) => void;
  onCommand: (rule: AutoRule, command: 'switch-off' | 'archive') => void;
}

const idOf = (rule: AutoRule) => rule.id;
const nameOf = (rule: AutoRule) => rule.name;
export const ruleHref = (id: string) => `/advertiser/rules?rule=${encodeURIComponent(id)}`;

function useRuleColumns(): Column<AutoRule>[] {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const words = useRuleWords();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('rules.column.name'),
        phone: 'title',
        sort: (rule) => rule.name,
        cell: (rule) => (
          <span className={classes.sentence}>
            <AppLink href={ruleHref(rule.id)}>
              <bdi>{rule.name}</bdi>
            </AppLink>
            <br />
            <small className={classes.quiet}>
              {t('rules.summary', { when: words.conditions(rule), what: words.action(rule.action) })}
            </small>
          </span>
        ),
      },
      {
        key: 'state',
        header: t('rules.column.state'),
        phone: 'badge',
        sort: (rule) => rule.state,
        cell: (rule) => (
          <Status
            plain
            state={STATES[rule.state]}
            label={t(`rules.state.${rule.state}`)}
            reason={rule.state === 'draft' && rule.dry_run === null ? t('rules.untried') : undefined}
            stacked
          />
        ),
      },
      {
        key: 'campaigns',
        header: t('rules.column.campaigns'),
        numeric: true,
        sort: (rule) => rule.campaign_ids.length || Number.POSITIVE_INFINITY,
        csv: (rule) => rule.campaign_ids.length || null,
        cell: (rule) =>
          rule.campaign_ids.length === 0 ? t('rules.all') : format.count(rule.campaign_ids.length),
      },
      {
        key: 'acts',
        header: t('rules.column.acts'),
        numeric: true,
        sort: (rule) => rule.acts_7d,
        cell: (rule) => (rule.acts_7d === 0 ? '–' : format.count(rule.acts_7d)),
      },
      {
        key: 'evaluated',
        header: t('rules.column.evaluated'),
        sort: (rule) => rule.last_evaluated_at,
        cell: (rule) => (rule.last_evaluated_at === null ? '–' : format.dateTime(rule.last_evaluated_at)),
      },
    ],
    [t, format, words],
  );
}

/** All rules, with what each does in one sentence. */
export function RuleTable({ rules, onOpen, onCommand }: RuleTableProps) {
  const { t } = useTranslation('advertiser');
  const columns = useRuleColumns();
  const archive = async (rule: AutoRule) => {
    const agreed = await confirm({
      title: t('rules.archiveTitle', { name: rule.name }),
      text: t('rules.archiveText'),
      verb: t('rules.archive'),
      danger: true,
    });
    if (agreed) onCommand(rule, 'archive');
  };
  const actions = (rule: AutoRule): RowAction[] => [
    { id: 'open', label: t('rules.open'), onSelect: () => onOpen(rule.id) },
    ...(rule.state === 'active'
      ? [{ id: 'off', label: t('rules.switchOff'), onSelect: () => onCommand(rule, 'switch-off') }]
      : []),
    { id: 'archive', label: t('rules.archive'), onSelect: () => void archive(rule), danger: true },
  ];
  return (
    <Panel label={t('page.rules')} flush>
      <DataTable
        label={t('page.rules')}
        rows={rules}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        actions={actions}
      />
    </Panel>
  );
}
