import { Button, useForm } from '@ezdash/ui';
import { DateInput } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { today } from './shell.api';
import styles from './topBar.module.css';

/** What cannot be read as a day is handed on as it was typed. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

interface OwnDaysProps {
  from: string;
  to: string;
  onChoose: (from: string, to: string) => void;
}

/** Two days of one's own, written as the language writes them. */
export default function OwnDays({ from, to, onChoose }: OwnDaysProps) {
  const { t } = useTranslation('shell');
  const last = today().to;
  const problemOf = (name: 'from' | 'to', day: string) => {
    if (!isDay(day)) return { [name]: t('range.missing') };
    return day > last ? { [name]: t('range.future') } : {};
  };
  const form = useForm({
    initial: { from, to },
    check: (days) => ({
      ...problemOf('from', days.from),
      ...problemOf('to', days.to),
      ...(isDay(days.from) && isDay(days.to) && days.from > days.to ? { to: t('range.order') } : {}),
    }),
    onSubmit: (days) => onChoose(days.from, days.to),
  });
  return (
    <form className={styles.ownDays} {...form.props}>
      <DateInput label={t('range.from')} {...form.field('from')} />
      <DateInput label={t('range.to')} {...form.field('to')} />
      <p className="ez-dim">{t('range.zone')}</p>
      <Button type="submit" variant="default">
        {t('range.apply')}
      </Button>
    </form>
  );
}
