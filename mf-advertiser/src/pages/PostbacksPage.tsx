import { PageHeader, usePageTitle } from '@ezdash/ui';
import { Tabs } from '@ezdash/ui/data';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CallsPanel } from '../features/postbacks/CallsPanel';
import { GoalsPanel } from '../features/postbacks/GoalsPanel';
import { LogPanel } from '../features/postbacks/LogPanel';
import { OutgoingPanel } from '../features/postbacks/OutgoingPanel';
import classes from '../features/postbacks/postbacks.module.css';

const VIEWS = ['goals', 'log', 'outgoing'] as const;
type View = (typeof VIEWS)[number];
const VIEW = 'view';
const OPEN = 'open';
const TRACKER = 'tracker';

/** What stands in the address, so that it can be linked to and gone back to. */
function usePlace() {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null, replace: boolean) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  );
  const open = useCallback((id: string | null) => change(OPEN, id, id === null), [change]);
  const view: View = VIEWS.find((one) => one === search.get(VIEW)) ?? 'goals';
  return { view, opened: search.get(OPEN), tracker: search.get(TRACKER), open, change };
}

/** `/advertiser/postbacks` */
export function PostbacksPage() {
  const { t } = useTranslation('advertiser');
  usePageTitle(t('page.postbacks'));
  const { view, opened, tracker, open, change } = usePlace();
  return (
    <>
      <PageHeader title={t('page.postbacks')} lead={t('postbacks.lead')} />
      <Tabs value={view} onChange={(value) => value && change(VIEW, value === 'goals' ? null : value, false)}>
        <Tabs.List aria-label={t('postbacks.views')}>
          {VIEWS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`postbacks.view.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view} className={classes.tab}>
          {view === 'goals' ? (
            <GoalsPanel
              open={opened}
              onOpen={open}
              trackerId={tracker}
              onTrackerDone={() => change(TRACKER, null, true)}
            />
          ) : null}
          {view === 'log' ? <LogPanel /> : null}
          {view === 'outgoing' ? (
            <div className={classes.body}>
              <OutgoingPanel />
              <CallsPanel />
            </div>
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
