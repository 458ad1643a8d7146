import { Button, Dialog, daysUpTo, IconDownload, useForm } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import classes from './funds.module.css';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_DAYS = 30;
const HREF = '/api/advertiser/transactions.csv';

/** The first and the last day of a month, `back` months before that of the day. */
function monthOf(day: string, back: number): { from: string; to: string } {
  const at = new Date(`${day}T00:00:00Z`);
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1));
  const to = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back + 1, 0));
  const text = (date: Date) => date.toISOString().slice(0, 10);
  return { from: text(from), to: back === 0 ? day : text(to) };
}

interface StatementDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The day that it is, in UTC. */
  today: string;
}

/** Every movement of some days as a file. */
export function StatementDialog({ opened, onClose, today }: StatementDialogProps) {
  return opened ? <OpenDialog onClose={onClose} today={today} /> : null;
}

function OpenDialog({ onClose, today }: Omit<StatementDialogProps, 'opened'>) {
  const { t } = useTranslation('advertiser');
  const form = useForm({
    initial: daysUpTo(today, MONTH_DAYS),
    check: ({ from, to }) => ({
      from: DAY.test(from) ? undefined : t('funds.statement.day'),
      to: !DAY.test(to)
        ? t('funds.statement.day')
        : DAY.test(from) && from > to
          ? t('funds.statement.order')
          : undefined,
    }),
    onSubmit: ({ from, to }) => {
      // A file of ours: the browser saves it and the page stays.
      const link = document.createElement('a');
      link.href = `${HREF}?${new URLSearchParams({ from, to })}`;
      link.download = `ledger-${from}-${to}.csv`;
      link.click();
      onClose();
    },
  });
  const presets = [
    ['thisMonth', monthOf(today, 0)],
    ['lastMonth', monthOf(today, 1)],
    ['thisYear', { from: `${today.slice(0, 4)}-01-01`, to: today }],
  ] as const;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('funds.statement.title')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            onClick={() => void form.submit()}
          >
            {t('funds.statement.download')}
          </Button>
        </>
      }
    >
      <form {...form.props} className={classes.form}>
        <p className={classes.quiet}>{t('funds.statement.text')}</p>
        <fieldset className={classes.presets}>
          <legend className="ez-sr">{t('funds.statement.presets')}</legend>
          {presets.map(([key, days]) => (
            <Button
              key={key}
              variant="default"
              aria-pressed={form.values.from === days.from && form.values.to === days.to}
              onClick={() => form.set(days)}
            >
              {t(`funds.statement.${key}`)}
            </Button>
          ))}
        </fieldset>
        <div className={classes.pair}>
          <DateInput label={t('funds.statement.from')} {...form.field('from')} />
          <DateInput label={t('funds.statement.to')} {...form.field('to')} />
        </div>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
