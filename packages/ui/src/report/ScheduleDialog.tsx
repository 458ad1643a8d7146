import type { ReportRhythm, SavedReport } from '@ezdash/contracts';
import { REPORT_RHYTHMS } from '@ezdash/contracts/constants';
import { Button, createFormat, Dialog, Notice, SegmentedControl, useForm, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import { DEFAULT_TIMEZONE } from './reportState';
import { timezoneOptions } from './timezoneOptions';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const MORNING = '7';
const LIST_MOST = 60;

/** A mail goes by the clocks that its days are counted by. */
const timezoneOf = ({ query }: SavedReport): string =>
  new URLSearchParams(query).get('timezone') ?? DEFAULT_TIMEZONE;

interface ScheduleDialogProps {
  report: SavedReport;
  onClose: () => void;
}

/** Says when the last mail went, or why it did not, and when the next one goes. */
function MailState({ report }: { report: SavedReport }) {
  const { t } = useReportText();
  const { locale } = useFormat();
  const { failure, next_mail_at, last_mailed_at, schedule } = report;
  const timezone = schedule?.timezone ?? 'UTC';
  const format = useMemo(() => createFormat({ locale, timezone }), [locale, timezone]);
  return (
    <>
      {failure ? (
        <Notice tone="bad">
          {t(`metricsReport.mail.failure.${failure.reason}`, { time: format.dateTime(failure.at) })}
        </Notice>
      ) : null}
      {next_mail_at ? (
        <p className={classes.quiet}>
          {t('metricsReport.mail.next', {
            time: format.dateTime(next_mail_at),
            timezone: timezone.replaceAll('_', ' '),
          })}
          {last_mailed_at
            ? ` ${t('metricsReport.mail.last', { time: format.dateTime(last_mailed_at) })}`
            : ''}
        </p>
      ) : null}
    </>
  );
}

/** Has a saved report mailed, changes when, or ends it. */
export function ScheduleDialog({ report, onClose }: ScheduleDialogProps) {
  const { t } = useReportText();
  const format = useFormat();
  const { api } = useReportSide();
  const failureText = api.useFailureText();
  const [schedule] = api.useSchedule();
  const [end, ending] = api.useEndSchedule();
  const [notEnded, setNotEnded] = useState<unknown>(null);
  const [every, setEvery] = useState<ReportRhythm>(report.schedule?.every ?? 'week');
  const form = useForm({
    initial: {
      hour: report.schedule ? String(report.schedule.hour) : MORNING,
      timezone: report.schedule?.timezone ?? timezoneOf(report),
    },
    onSubmit: async ({ hour, timezone }) => {
      await schedule({ id: report.id, schedule: { every, hour: Number(hour), timezone } }).unwrap();
      onClose();
    },
  });
  const zones = useMemo(
    () => timezoneOptions(form.values.timezone, format.timezone),
    [form.values.timezone, format.timezone],
  );
  const known = api.failureOf(form.failure) ?? api.failureOf(notEnded);
  const stop = async () => {
    setNotEnded(null);
    try {
      await end(report.id).unwrap();
      onClose();
    } catch (error) {
      setNotEnded(error);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('metricsReport.mail.title', { name: report.name })}
      actions={
        <>
          {report.schedule ? (
            <Button variant="default" loading={ending.isLoading} onClick={() => void stop()}>
              {t('metricsReport.mail.stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
          )}
          <Button loading={form.pending} onClick={() => void form.submit()}>
            {t('metricsReport.mail.verb')}
          </Button>
        </>
      }
    >
      <form {...form.props} className={classes.form}>
        {known ? <Notice tone="bad">{failureText(known)}</Notice> : null}
        <MailState report={report} />
        <SegmentedControl
          aria-label={t('metricsReport.mail.every')}
          value={every}
          onChange={(value) => setEvery(REPORT_RHYTHMS.find((one) => one === value) ?? 'week')}
          data={REPORT_RHYTHMS.map((value) => ({ value, label: t(`metricsReport.mail.rhythm.${value}`) }))}
        />
        <div className={classes.pair}>
          <Select
            label={t('metricsReport.mail.hour')}
            data={HOURS}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            {...form.field('hour')}
            onChange={(value) => value && form.set({ hour: value })}
          />
          <Select
            label={t('metricsReport.timezone')}
            data={zones}
            searchable
            limit={LIST_MOST}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage={t('metricsReport.nothingFound')}
            {...form.field('timezone')}
            onChange={(value) => value && form.set({ timezone: value })}
          />
        </div>
        <p className={classes.quiet}>{t('metricsReport.mail.hint')}</p>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
