import { DATE_PRESETS, type DatePreset, useDateRange } from '@ezdash/store';
import {
  Button,
  IconCalendar,
  IconCheck,
  IconChevronDown,
  Popover,
  TextInput,
  useForm,
  useFormat,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from './shell.api';
import styles from './topBar.module.css';

type Preset = Exclude<DatePreset, 'custom'>;
const PRESETS = DATE_PRESETS.filter((preset): preset is Preset => preset !== 'custom');

/** Choices whose name says more than a number of days. */
const NAMED: ReadonlySet<DatePreset> = new Set(['today', 'yesterday', 'month']);
const DAY_MS = 86_400_000;

function dayCount(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Pages whose figures follow the range of the top bar. */
const PAGES: ReadonlySet<string> = new Set([
  '/advertiser/dashboard',
  '/advertiser/campaigns',
  '/advertiser/referrals',
  '/publisher/dashboard',
  '/publisher/properties',
  '/publisher/ads',
  '/publisher/referrals',
]);

export function rangeApplies(pathname: string): boolean {
  const path = pathname.replace(/\/$/, '');
  if (PAGES.has(path)) return true;
  return /^\/(advertiser\/campaigns|publisher\/properties)\/(?!new$)[^/]+$/.test(path);
}

interface OwnDaysProps {
  from: string;
  to: string;
  onChoose: (from: string, to: string) => void;
}

/** Two days of one's own. */
function OwnDays({ from, to, onChoose }: OwnDaysProps) {
  const { t } = useTranslation('shell');
  const last = today().to;
  const form = useForm({
    initial: { from, to },
    check: (days) => ({
      ...(days.from ? (days.from > last ? { from: t('range.future') } : {}) : { from: t('range.missing') }),
      ...(days.to ? (days.to > last ? { to: t('range.future') } : {}) : { to: t('range.missing') }),
      ...(days.from && days.to && days.from > days.to ? { to: t('range.order') } : {}),
    }),
    onSubmit: (days) => onChoose(days.from, days.to),
  });
  return (
    <form className={styles.ownDays} {...form.props}>
      <TextInput type="date" max={last} label={t('range.from')} {...form.field('from')} />
      <TextInput type="date" max={last} label={t('range.to')} {...form.field('to')} />
      <p className="ez-dim">{t('range.zone')}</p>
      <Button type="submit" variant="default">
        {t('range.apply')}
      </Button>
    </form>
  );
}

/** Which days the figures of the page cover. */
export function DateRangePicker() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { preset, from, to, choosePreset, chooseDays } = useDateRange();
  const shown = format.dateRange(from, to);
  // On a phone dates would be cut: how many days, or the name of the choice.
  const short = NAMED.has(preset) ? t(`range.${preset}`) : t('range.days', { count: dayCount(from, to) });
  const choose = (action: () => void) => {
    action();
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      width={264}
      hideDetached={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className="ez-range"
          // Both texts, for whichever of them is seen is part of the name that is spoken to it.
          aria-label={t('range.label', { range: `${shown}, ${short}` })}
          leftSection={<IconCalendar size={16} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          <span className={styles.wide}>{shown}</span>
          <span className={styles.narrow}>{short}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={styles.presets}>
          {PRESETS.map((one) => (
            <li key={one}>
              <Button
                variant="subtle"
                fullWidth
                justify="space-between"
                aria-pressed={one === preset}
                rightSection={one === preset ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
                onClick={() => choose(() => choosePreset(one))}
              >
                {t(`range.${one}`)}
              </Button>
            </li>
          ))}
        </ul>
        <OwnDays
          key={`${from}/${to}`}
          from={from}
          to={to}
          onChoose={(first, last) => choose(() => chooseDays(first, last))}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
