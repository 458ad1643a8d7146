import type { MetricComparison, MetricGroup } from '@ezdash/contracts';
import { METRIC_COMPARISONS, METRIC_GROUPS_MOST } from '@ezdash/contracts/constants';
import { Button, Chip, IconPlus, Menu, Panel, SegmentedControl } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { FilterDialog } from './FilterDialog';
import { PeriodPicker } from './PeriodPicker';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import { type FilterGroup, filterGroupsOf } from './reportState';
import { useKeyText } from './useKeyText';
import type { ReportControls } from './useReport';

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

/** The words of a filter: the one value, or how many there are. */
function useFilterText(timezone: string) {
  const { t } = useReportText();
  const keyText = useKeyText(timezone);
  return (group: FilterGroup, values: readonly string[]) => {
    const dimension = t(`metricsReport.dimension.${group}`);
    const [only] = values;
    return values.length === 1 && only !== undefined
      ? t('metricsReport.filter.one', { dimension, value: keyText(group, only) })
      : t('metricsReport.filter.several', { dimension, count: values.length });
  };
}

function Filters({ state, change }: ReportControls) {
  const { t } = useReportText();
  const [open, setOpen] = useState<FilterGroup | null>(null);
  const textOf = useFilterText(state.timezone);
  const groups = filterGroupsOf(useReportSide());
  const used = groups.filter((group) => state.filters[group]);
  const set = (group: FilterGroup, values: string[]) => {
    const filters = { ...state.filters };
    if (values.length > 0) filters[group] = values;
    else delete filters[group];
    change({ filters });
  };
  return (
    <div className={classes.part}>
      <span className={classes.word}>{t('metricsReport.where')}</span>
      {used.map((group) => {
        const text = textOf(group, state.filters[group] ?? []);
        return (
          <Chip key={group} label={text} onRemove={() => set(group, [])}>
            {text}
          </Chip>
        );
      })}
      <AddMenu label={t('metricsReport.addFilter')} values={groups} onAdd={setOpen} />
      {open ? (
        <FilterDialog
          group={open}
          state={state}
          onClose={() => setOpen(null)}
          onApply={(values) => {
            set(open, values);
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
