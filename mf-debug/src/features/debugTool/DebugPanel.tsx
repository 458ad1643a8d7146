import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { storage, useAppDispatch } from '@ezdash/store';
import { IconBug, IconX } from '@ezdash/ui';
import { type ComponentType, type KeyboardEvent, type SyntheticEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfirmedSession, debugSlice, useTab } from './debugSlice';
import { forgetSession, useDebugDeactivateMutation } from './debugTool.api';
import styles from './debugTool.module.css';
import { InspectorTab } from './inspector/InspectorTab';
import { LogsTab } from './logs/LogsTab';
import { PanelTabs } from './PanelTabs';
import { PageTab } from './page/PageTab';
import { PromoTab } from './promo/PromoTab';
import { ReportButton } from './report/ReportButton';
import { isToggleShortcut } from './shortcut';
import type { Tab } from './tabs';
import { useAbovePage } from './useAbovePage';
import { useClock } from './useClock';
import { useKeptFocus } from './useKeptFocus';
import { UserTab } from './user/UserTab';
import { XeroTab } from './xero/XeroTab';

const BODIES: Readonly<Record<Tab, ComponentType>> = {
  page: PageTab,
  user: UserTab,
  promo: PromoTab,
  xero: XeroTab,
  inspector: InspectorTab,
  logs: LogsTab,
};

interface DebugPanelProps {
  session: ConfirmedSession;
  onClose: () => void;
}

/** A list in the panel is open: Escape is the list's. */
const closesList = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

/** What is open on the page, such as a menu, stays open: it may be what the admin wants to inspect. */
const keepFromPage = (event: SyntheticEvent) => event.stopPropagation();

/** 600 × 600 at the bottom start; a sheet over the lower part of the page on a phone. */
export function DebugPanel({ session, onClose }: DebugPanelProps) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const clock = useClock();
  const [deactivate] = useDebugDeactivateMutation();
  const tab = useTab();
  const id = useId();
  const root = useAbovePage();
  const body = useRef<HTMLDivElement>(null);
  useKeptFocus(body);
  const Body = BODIES[tab];

  const signOut = async () => {
    onClose();
    // Whatever the server answers: who signs out leaves nothing behind in this browser.
    await deactivate();
    storage.remove(STORAGE_KEYS.debugVisible);
    forgetSession(dispatch);
  };
  // The page below has keys of its own, and what is pressed here is not meant for it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isToggleShortcut(event.nativeEvent)) return;
    event.stopPropagation();
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && !closesList(event)) onClose();
  };
  return (
    <section
      ref={root}
      className={styles.panel}
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
      onMouseDown={keepFromPage}
      onTouchStart={keepFromPage}
    >
      <div className={styles.head}>
        <IconBug size={16} stroke={1.8} aria-hidden />
        <h2 id={`${id}-title`}>{t('tool.name')}</h2>
        <span className={styles.who}>
          <span>{session.adminEmail}</span>
          <span>{t('tool.ends', { time: clock.time(session.expiresAt) })}</span>
        </span>
        <ReportButton />
        <button type="button" className={styles.headButton} onClick={signOut}>
          {t('tool.signOut')}
        </button>
        <button type="button" className={styles.headButton} aria-label={t('tool.close')} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </button>
      </div>
      <PanelTabs id={id} tab={tab} onChange={(next) => dispatch(debugSlice.actions.tabChosen(next))} />
      {/* Scrolls, so it must be reachable by the Tab key; each tab begins at its top. */}
      <div
        key={tab}
        ref={body}
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
