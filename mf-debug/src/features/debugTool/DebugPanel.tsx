import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage, useAppDispatch } from '@ezdash/store';
import { IconBug, IconX } from '@ezdash/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfirmedSession, useLogs } from './debugSlice';
import { forgetSession, useDebugDeactivateMutation } from './debugTool.api';
import styles from './debugTool.module.css';
import { LogsTab } from './LogsTab';
import { PageTab } from './PageTab';
import { useClock } from './useClock';

const TABS = ['page', 'logs'] as const;
type Tab = (typeof TABS)[number];
const BODIES = { page: PageTab, logs: LogsTab };

interface TabListProps {
  /** Prefix of the elements' ids. */
  id: string;
  tab: Tab;
  onChange: (tab: Tab) => void;
}

/** One stop of the Tab key; the arrow keys, Home and End choose. */
function TabList({ id, tab, onChange }: TabListProps) {
  const { t } = useTranslation('debug');
  const logCount = useLogs().length;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const towardsEnd = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const at = TABS.indexOf(tab);
    const last = TABS.length - 1;
    const steps: Record<string, number> = {
      ArrowLeft: at + (towardsEnd === 'ArrowLeft' ? 1 : -1),
      ArrowRight: at + (towardsEnd === 'ArrowRight' ? 1 : -1),
      Home: 0,
      End: last,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = TABS[(step + TABS.length) % TABS.length] ?? tab;
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={t('tool.name')}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-controls={`${id}-body`}
          aria-selected={tab === name}
          tabIndex={tab === name ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(name)}
          onKeyDown={onKeyDown}
        >
          {t(`tool.tab.${name}`)}
          {name === 'logs' && logCount > 0 ? <span className={styles.count}>{logCount}</span> : null}
        </button>
      ))}
    </div>
  );
}

interface DebugPanelProps {
  session: ConfirmedSession;
  onClose: () => void;
}

/** 600 × 600 at the bottom start; a sheet over the lower part of the page on a phone. */
export function DebugPanel({ session, onClose }: DebugPanelProps) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const clock = useClock();
  const [deactivate] = useDebugDeactivateMutation();
  const [tab, setTab] = useState<Tab>('page');
  const id = useId();
  const Body = BODIES[tab];

  const signOut = async () => {
    onClose();
    // Whatever the server answers: who signs out leaves nothing behind in this browser.
    await deactivate();
    storage.remove(STORAGE_KEYS.debugVisible);
    forgetSession(dispatch);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <IconBug size={16} stroke={1.8} aria-hidden />
        <h2 id={`${id}-title`}>{t('tool.name')}</h2>
        <span className={styles.who}>
          <span>{session.adminEmail}</span>
          <span>{t('tool.ends', { time: clock.time(session.expiresAt) })}</span>
        </span>
        <button type="button" className={styles.headButton} onClick={signOut}>
          {t('tool.signOut')}
        </button>
        <button type="button" className={styles.headButton} aria-label={t('tool.close')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </button>
      </div>
      <TabList id={id} tab={tab} onChange={setTab} />
      {/* Scrolls, so it must be reachable by the Tab key. */}
      <div
        className={styles.body}
        role="tabpanel"
        id={`${id}-body`}
        aria-labelledby={`${id}-${tab}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling tab panel takes focus (ARIA practices)
        tabIndex={0}
      >
        <Body />
      </div>
    </section>
  );
}
