import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogs } from './debugSlice';
import styles from './debugTool.module.css';
import { TABS, type Tab } from './tabs';

interface PanelTabsProps {
  /** Prefix of the elements' ids. */
  id: string;
  tab: Tab;
  onChange: (tab: Tab) => void;
}

/** One stop of the Tab key; the arrow keys, Home and End choose. */
export function PanelTabs({ id, tab, onChange }: PanelTabsProps) {
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
