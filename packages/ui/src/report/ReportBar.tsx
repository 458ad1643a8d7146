import type { MetricComparison, MetricGroup } from '@ezdash/contracts';
import { METRIC_COMPARISONS, METRIC_GROUPS_MOST } from '@ezdash/contracts/constants';
import { Button, Chip, IconPlus, Menu, Panel, SegmentedControl } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { FilterDialog } from './FilterDialog';
import { PeriodPicker } from './PeriodPicker';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import {
  type FilterGroup,
  filterGroupsOf,
  filterIn,
  questionOf,
  type ReportFilter,
  type ReportState,
  withFilter,
} from './reportState';
import { useKeyText } from './useKeyText';
import type { ReportControls } from './useReport';

/** Dimensions whose values have names that their keys do not say. */
const NAMED: readonly MetricGroup[] = ['campaign', 'creative', 'property', 'zone', 'advertiser'];

interface AddMenuProps<Value extends string> {
  label: string;
  values: readonly Value[];
  onAdd: (value: Value) => void;
}

function AddMenu<Value extends MetricGroup>({ label, values, onAdd }: AddMenuProps<Value>) {
  const { t } = useReportText();
  const nameOf = (group: MetricGroup) => t(`metricsReport.dimension.${group}`);
  return (
    <Menu position="bottom-start" width={200} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={label}
          disabled={values.length === 0}
        >
          {t('metricsReport.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {values.map((value) => (
          <Menu.Item key={value} onClick={() => onAdd(value)}>
            {nameOf(value)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Groups({ state, change }: ReportControls) {
  const { t } = useReportText();
  const side = useReportSide();
  const { groups } = state;
  const left =
    groups.length < METRIC_GROUPS_MOST ? side.groups.filter((group) => !groups.includes(group)) : [];
  return (
    <div className={classes.part}>
      <span className={classes.word}>{t('metricsReport.groupBy')}</span>
      {groups.map((group) => {
        const label = t(`metricsReport.dimension.${group}`);
        const others = groups.filter((each) => each !== group);
        return (
          <Chip
            key={group}
            label={label}
            onRemove={
              groups.length > 1
                ? () =>
                    change({
                      groups: others,
                      pivot: state.pivot === group || others.length < 2 ? null : state.pivot,
                    })
                : undefined
            }
          >
            {label}
          </Chip>
        );
      })}
      <AddMenu
        label={t('metricsReport.addGroup')}
        values={left}
        onAdd={(group) =>
          change((now) => ({ groups: [...new Set([...now.groups, group])].slice(0, METRIC_GROUPS_MOST) }))
        }
      />
    </div>
  );
}

interface FilterChipProps {
  group: FilterGroup;
  filter: ReportFilter;
  state: ReportState;
  onRemove: () => void;
}

/** A filter in words: the one value by its name, or how many there are, and whether they are meant or left out. */
function FilterChip({ group, filter: { isNot, values }, state, onRemove }: FilterChipProps) {
  const { t } = useReportText();
  const { api } = useReportSide();
  const keyText = useKeyText(state.timezone);
  const dimension = t(`metricsReport.dimension.${group}`);
  const only = values.length === 1 ? values[0] : undefined;
  const { period, from, to, timezone } = questionOf(state);
  const named = api.useFigures(
    {
      group,
      [group]: only ?? '',
      ...(period ? { period } : { from: from ?? '', to: to ?? '' }),
      ...(timezone && { timezone }),
    },
    { skip: only === undefined || !NAMED.includes(group) },
  );
  const name = named.data?.rows.find(({ keys }) => keys[0] === only)?.names[0];
  const text =
    only === undefined
      ? t(`metricsReport.filter.${isNot ? 'noneOf' : 'several'}`, { dimension, count: values.length })
      : t(`metricsReport.filter.${isNot ? 'isNot' : 'one'}`, {
          dimension,
          value: keyText(group, only, name),
        });
  return (
    <Chip label={text} onRemove={onRemove}>
      {text}
    </Chip>
  );
}

function Filters({ state, change }: ReportControls) {
  const { t } = useReportText();
  const [open, setOpen] = useState<FilterGroup | null>(null);
  const groups = filterGroupsOf(useReportSide());
  const used = groups.flatMap((group) => {
    const filter = filterIn(state, group);
    return filter.values.length > 0 ? [{ group, filter }] : [];
  });
  const set = (group: FilterGroup, filter: ReportFilter | null) => change(withFilter(state, group, filter));
  return (
    <div className={classes.part}>
      <span className={classes.word}>{t('metricsReport.where')}</span>
      {used.map(({ group, filter }) => (
        <FilterChip
          key={group}
          group={group}
          filter={filter}
          state={state}
          onRemove={() => set(group, null)}
        />
      ))}
      <AddMenu label={t('metricsReport.addFilter')} values={groups} onAdd={setOpen} />
      {open ? (
        <FilterDialog
          group={open}
          state={state}
          onClose={() => setOpen(null)}
          onApply={(filter) => {
            set(open, filter);
            setOpen(null);
          }}
        />
      ) : null}
    </div>
  );
}

const NONE = 'none';

/** What the report is grouped by, narrowed to, compared with, and which days it is of. */
export function ReportBar({ state, change }: ReportControls) {
  const { t } = useReportText();
  const across = [
    { value: NONE, label: t('metricsReport.pivot.none') },
    ...state.groups.map((group) => ({
      value: group,
      label: t('metricsReport.pivot.by', { dimension: t(`metricsReport.dimension.${group}`) }),
    })),
  ];
  return (
    <Panel label={t('metricsReport.bar')} flush>
      <div className={classes.bar}>
        <Groups state={state} change={change} />
        <Filters state={state} change={change} />
      </div>
      <div className={classes.bar}>
        <PeriodPicker state={state} change={change} />
        {state.groups.length > 1 ? (
          <Select
            className={classes.select}
            size="xs"
            aria-label={t('metricsReport.pivot.label')}
            data={across}
            value={state.pivot ?? NONE}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(value) => change({ pivot: state.groups.find((group) => group === value) ?? null })}
          />
        ) : null}
        <span className={classes.grow} />
        <SegmentedControl
          size="xs"
          aria-label={t('metricsReport.compare.label')}
          value={state.compare ?? NONE}
          onChange={(value) =>
            change({
              compare: METRIC_COMPARISONS.find((how): how is MetricComparison => how === value) ?? null,
            })
          }
          data={[NONE, ...METRIC_COMPARISONS].map((value) => ({
            value,
            label: t(`metricsReport.compare.${value}`),
          }))}
        />
      </div>
    </Panel>
  );
}
