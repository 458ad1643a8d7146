import {
  BROWSERS,
  CATEGORIES,
  DEVICES,
  METRIC_ROWS_MOST,
  OPERATING_SYSTEMS,
} from '@ezdash/contracts/constants';
import {
  BlockSkeleton,
  Button,
  countryList,
  Dialog,
  ErrorState,
  SegmentedControl,
  useFormat,
} from '@ezdash/ui';
import { MultiSelect } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import { type FilterGroup, filterIn, questionOf, type ReportFilter, type ReportState } from './reportState';
import { useKeyText } from './useKeyText';

const LISTED: Partial<Record<FilterGroup, readonly string[]>> = {
  category: CATEGORIES,
  device: DEVICES,
  os: OPERATING_SYSTEMS,
  browser: BROWSERS,
};
const LIST_MOST = 200;
const HEIGHT = 60;
/** The list stays open while values are chosen: the room below the field (`.filter`) keeps it off the buttons. */
const LIST_HEIGHT = 220;

interface FilterDialogProps {
  group: FilterGroup;
  state: ReportState;
  onClose: () => void;
  onApply: (filter: ReportFilter) => void;
}

interface Option {
  value: string;
  label: string;
}

/** What there is to choose from: fixed lists, or what has figures in the days of the report, with its spend. */
function useOptions(group: FilterGroup, state: ReportState) {
  const { t } = useReportText();
  const { api, worth } = useReportSide();
  const format = useFormat();
  const keyText = useKeyText(state.timezone);
  const listed = LISTED[group];
  const isFixed = listed !== undefined || group === 'country';
  const { period, from, to, timezone } = questionOf(state);
  const query = api.useFigures(
    {
      group,
      limit: String(METRIC_ROWS_MOST),
      ...(period ? { period } : { from: from ?? '', to: to ?? '' }),
      ...(timezone && { timezone }),
    },
    { skip: isFixed },
  );
  const chosen = state.filters[group];
  const options = useMemo((): Option[] => {
    if (group === 'country')
      return countryList(format.locale).map(({ code, name }) => ({ value: code, label: name }));
    if (listed) return listed.map((value) => ({ value, label: keyText(group, value) }));
    const found = (query.data?.rows ?? []).flatMap(({ keys: [key = ''], names: [name], [worth]: micros }) =>
      key === ''
        ? []
        : {
            value: key,
            label: t('metricsReport.filter.option', {
              name: keyText(group, key, name),
              spend: format.money(micros ?? 0),
            }),
          },
    );
    const known = new Set(found.map(({ value }) => value));
    const missing = (chosen ?? []).filter((value) => !known.has(value));
    return [...found, ...missing.map((value) => ({ value, label: keyText(group, value) }))];
  }, [group, listed, query.data, chosen, worth, format, keyText, t]);
  return { options, query, isLoading: !isFixed && !query.data && !query.error };
}

const HOWS = ['is', 'isNot'] as const;
type How = (typeof HOWS)[number];

/** Narrows the report to values of one dimension, or leaves them out. */
export function FilterDialog({ group, state, onClose, onApply }: FilterDialogProps) {
  const { t } = useReportText();
  const { api } = useReportSide();
  const errorText = api.useErrorText();
  const filter = filterIn(state, group);
  const [values, setValues] = useState(filter.values);
  const [how, setHow] = useState<How>(filter.isNot ? 'isNot' : 'is');
  const { options, query, isLoading } = useOptions(group, state);
  const dimension = t(`metricsReport.dimension.${group}`);
  const known = api.failureOf(query.error);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('metricsReport.filter.title', { dimension })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button onClick={() => onApply({ isNot: how === 'isNot', values })}>
            {t('metricsReport.apply')}
          </Button>
        </>
      }
    >
      {known ? (
        <ErrorState
          title={t('metricsReport.filter.error')}
          requestId={known.requestId}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
          level={3}
        >
          {errorText(known)}
        </ErrorState>
      ) : isLoading ? (
        <BlockSkeleton height={HEIGHT} />
      ) : (
        <div className={classes.filter}>
          <SegmentedControl
            aria-label={t('metricsReport.filter.how.label')}
            value={how}
            onChange={(value) => setHow(HOWS.find((one) => one === value) ?? 'is')}
            data={HOWS.map((value) => ({ value, label: t(`metricsReport.filter.how.${value}`) }))}
          />
          <MultiSelect
            label={t('metricsReport.filter.values', { dimension })}
            description={t(`metricsReport.filter.${how === 'isNot' ? 'hintNot' : 'hint'}`)}
            data={options}
            value={values}
            onChange={setValues}
            searchable
            clearable
            hidePickedOptions
            limit={LIST_MOST}
            maxValues={LIST_MOST}
            nothingFoundMessage={t('metricsReport.nothingFound')}
            comboboxProps={{ withinPortal: false, keepMounted: false }}
            maxDropdownHeight={LIST_HEIGHT}
            defaultDropdownOpened
            data-autofocus
          />
        </div>
      )}
    </Dialog>
  );
}
