import { DATE_PRESETS, type DatePreset, useDateRange } from '@ezdash/store';
import { Button, IconCalendar, IconCheck, IconChevronDown, Popover, useFormat } from '@ezdash/ui';
import { Fragment, lazy, Suspense, useState } from 'react';
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

/** The last 30 days are days of one's own: remotes that are out know no other choices than those of the store. */
const MONTH_OF_DAYS = 30;
function lastDays(count: number): { from: string; to: string } {
  const { to } = today();
  return { from: new Date(Date.parse(to) - (count - 1) * DAY_MS).toISOString().slice(0, 10), to };
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

/** Fields of days come with the first look into the choice: the top bar stands on every page. */
const OwnDays = lazy(() => import('./OwnDays'));

interface ChoiceProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  return (
    <li>
      <Button
        variant="subtle"
        fullWidth
        justify="space-between"
        aria-pressed={isChosen}
        rightSection={isChosen ? <IconCheck size={14} stroke={2} aria-hidden /> : null}
        onClick={onChoose}
      >
        {label}
      </Button>
    </li>
  );
}

/** Which days the figures of the page cover. */
export function DateRangePicker() {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const { preset, from, to, choosePreset, chooseDays } = useDateRange();
  const last30 = lastDays(MONTH_OF_DAYS);
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
            <Fragment key={one}>
              <Choice
                label={t(`range.${one}`)}
                isChosen={one === preset}
                onChoose={() => choose(() => choosePreset(one))}
              />
              {one === 'last28' ? (
                <Choice
                  label={t('range.last30')}
                  isChosen={preset === 'custom' && from === last30.from && to === last30.to}
                  onChoose={() => choose(() => chooseDays(last30.from, last30.to))}
                />
              ) : null}
            </Fragment>
          ))}
        </ul>
        <Suspense fallback={<div className={styles.ownDaysRoom} />}>
          <OwnDays
            key={`${from}/${to}`}
            from={from}
            to={to}
            onChoose={(first, last) => choose(() => chooseDays(first, last))}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
