import { METRIC_PERIODS } from '@ezdash/contracts/constants';
import { Button, Dialog, useForm, useFormat } from '@ezdash/ui';
import { DateInput, Select } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useReportText } from './ReportSide';
import classes from './report.module.css';
import { timezoneOptions } from './timezoneOptions';
import type { ReportControls } from './useReport';

const CUSTOM = 'custom';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_DAYS = 367;
const DAY_MS = 86_400_000;
const LIST_MOST = 60;

interface DaysDialogProps {
  from: string;
  to: string;
  onClose: () => void;
  onApply: (from: string, to: string) => void;
}

/** The first and the last day of a report, both included. */
function DaysDialog({ from, to, onClose, onApply }: DaysDialogProps) {
  const { t } = useReportText();
  const form = useForm({
    initial: { from, to },
    check: (days) => {
      const isLong = Date.parse(days.to) - Date.parse(days.from) >= MOST_DAYS * DAY_MS;
      return {
        from: DAY.test(days.from)
          ? isLong
            ? t('metricsReport.period.tooLong')
            : undefined
          : t('metricsReport.period.day'),
        to: !DAY.test(days.to)
          ? t('metricsReport.period.day')
          : days.to < days.from
            ? t('metricsReport.period.order')
            : undefined,
      };
    },
    onSubmit: (days) => onApply(days.from, days.to),
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('metricsReport.period.title')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button onClick={() => void form.submit()}>{t('metricsReport.apply')}</Button>
        </>
      }
    >
      <form {...form.props} className={classes.pair}>
        <DateInput label={t('metricsReport.period.from')} {...form.field('from')} />
        <DateInput label={t('metricsReport.period.to')} {...form.field('to')} />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** Which days, and of which timezone. */
export function PeriodPicker({ state, change }: ReportControls) {
  const { t } = useReportText();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { period, from, to, timezone } = state;
  const zones = useMemo(() => timezoneOptions(timezone, format.timezone), [timezone, format.timezone]);
  const custom = period === null ? format.dateRange(from, to) : t('metricsReport.period.custom');
  return (
    <div className={classes.part}>
      <Select
        className={classes.select}
        size="xs"
        aria-label={t('metricsReport.period.label')}
        data={[
          ...METRIC_PERIODS.map((value) => ({
            value: value as string,
            label: t(`metricsReport.period.${value}`),
          })),
          { value: CUSTOM, label: custom },
        ]}
        value={period ?? CUSTOM}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => {
          if (value === CUSTOM) setOpen(true);
          else change({ period: METRIC_PERIODS.find((one) => one === value) ?? 'last28', from: '', to: '' });
        }}
      />
      {period === null ? (
        <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
          {t('metricsReport.period.change')}
        </Button>
      ) : null}
      <Select
        className={classes.select}
        size="xs"
        aria-label={t('metricsReport.timezone')}
        data={zones}
        value={timezone}
        searchable
        limit={LIST_MOST}
        allowDeselect={false}
        nothingFoundMessage={t('metricsReport.nothingFound')}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value && change({ timezone: value })}
      />
      {isOpen ? (
        <DaysDialog
          from={from}
          to={to}
          onClose={() => setOpen(false)}
          onApply={(first, last) => {
            change({ period: null, from: first, to: last });
            setOpen(false);
          }}
        />
      ) : null}
    </div>
  );
}
