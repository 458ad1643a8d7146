import { toApiError, useLivePolling, useSession } from '@ezdash/store';
import { AppLink, Button, EmptyState, IconPlus, PageHeader, Panel, usePageTitle } from '@ezdash/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellConversationsQuery } from '../../app/layout/shell.api';
import { LOGIN_PATH, withNext } from '../../app/router/guard';
import { ArticleLists } from './ArticleLists';
import { ArticlePane } from './ArticlePane';
import { ArticleSearch } from './ArticleSearch';
import { ConversationPane } from './ConversationPane';
import { ConversationsPanel } from './ConversationsPanel';
import { LIST_POLL_MS } from './help.api';
import styles from './help.module.css';
import { NewConversation } from './NewConversation';
import {
  articleHref,
  conversationHref,
  HELP_PATH,
  type HelpPlace,
  NEW_HREF,
  useHelpPlace,
} from './useHelpPlace';
import { useWaitText } from './useWaitText';

/** As the sheet has it: below it either the lists are in sight, or what was chosen in them. */
const NARROW = '(max-width: 860px)';

/** What a person may do here: read, write to support, or answer those who do. */
type Standing = 'guest' | 'customer' | 'operator';

const addressOf = (place: HelpPlace) => {
  if (place.kind === 'conversation') return conversationHref(place.id);
  return place.kind === 'article' ? articleHref(place.slug) : null;
};

/**
 * Brings what was chosen into sight, and the focus with it, where it takes the place of the lists or of what had the
 * focus; back in the lists it is on what was left.
 */
function useArrival(place: HelpPlace) {
  const pane = useRef<HTMLDivElement>(null);
  const [first] = useState(place);
  const key = place.kind === 'conversation' ? place.id : place.kind === 'article' ? place.slug : place.kind;
  const isFirst = place === first;
  const address = addressOf(place);
  const left = useRef(address);
  useEffect(() => {
    const before = left.current;
    left.current = address;
    if (isFirst) return;
    const isNarrow = window.matchMedia(NARROW).matches;
    const isLost = document.activeElement === document.body;
    if (key !== 'none') {
      if (isNarrow) window.scrollTo({ top: 0 });
      if (isNarrow || isLost) pane.current?.focus();
    } else if (isLost && before !== null) {
      const links = pane.current?.parentElement?.querySelectorAll('a') ?? [];
      [...links].find((link) => link.getAttribute('href') === before)?.focus();
    }
  }, [key, address, isFirst]);
  return pane;
}

/** Nobody is signed in: what can be read can be read, and how to write. */
function SignInPanel() {
  const { t } = useTranslation('shell');
  return (
    <Panel title={t('help.conversations')}>
      <p className={styles.signIn}>{t('help.signInText')}</p>
      <div className="ez-actions">
        <Button variant="default" component={AppLink} href={withNext(LOGIN_PATH, HELP_PATH)}>
          {t('site.signIn')}
        </Button>
        <Button variant="subtle" component={AppLink} href="/auth/register">
          {t('site.join')}
        </Button>
      </div>
    </Panel>
  );
}

function NothingChosen({ standing }: { standing: Standing }) {
  const { t } = useTranslation('shell');
  return (
    <Panel className={styles.nothing} label={t('page.help')}>
      <EmptyState
        title={t(standing === 'customer' ? 'help.ask' : 'help.read')}
        action={
          standing === 'operator' ? (
            <Button variant="default" component={AppLink} href="/admin/conversations">
              {t('help.toQueue')}
            </Button>
          ) : null
        }
      >
        {t(
          standing === 'customer'
            ? 'help.askText'
            : standing === 'guest'
              ? 'help.readText'
              : 'help.queueText',
        )}
      </EmptyState>
    </Panel>
  );
}

interface PaneProps {
  place: HelpPlace;
  standing: Standing;
  waitMinutes: number | null;
}

function Pane({ place, standing, waitMinutes }: PaneProps): ReactNode {
  const isCustomer = standing === 'customer';
  if (place.kind === 'article')
    return <ArticlePane key={place.slug} slug={place.slug} mayWrite={isCustomer} />;
  if (place.kind === 'conversation' && isCustomer)
    return <ConversationPane key={place.id} id={place.id} waitMinutes={waitMinutes} />;
  if (place.kind === 'new' && isCustomer) return <NewConversation />;
  return <NothingChosen standing={standing} />;
}

/** Articles to search, and conversations with support: the specification's ChatboxHelp. */
export default function HelpPage() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const place = useHelpPlace();
  const [q, setQ] = useState('');
  const standing: Standing = user === null ? 'guest' : user.role === 'admin' ? 'operator' : 'customer';
  const isCustomer = standing === 'customer';
  const { data, error, isFetching, refetch } = useShellConversationsQuery(undefined, {
    ...useLivePolling(LIST_POLL_MS),
    skip: !isCustomer,
    refetchOnMountOrArgChange: true,
  });
  const waitText = useWaitText()(data?.usual_wait_minutes);
  const pane = useArrival(place);
  const isOpen = place.kind === 'article' || (isCustomer && place.kind !== 'none');
  return (
    <div className={styles.page} data-public={user === null || undefined} data-open={isOpen || undefined}>
      <PageHeader
        title={t('page.help')}
        lead={
          <>
            <span>{t(isCustomer ? 'help.lead' : 'help.leadArticles')}</span>
            {waitText ? <span>{waitText}</span> : null}
          </>
        }
        actions={
          // The form has a button of its own; two filled ones would be one too many.
          isCustomer && place.kind !== 'new' ? (
            <Button
              component={AppLink}
              href={NEW_HREF}
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            >
              {t('help.new')}
            </Button>
          ) : null
        }
      />
      {isOpen ? null : <HelpTitle />}
      <div className={styles.columns}>
        <div className={styles.side}>
          <ArticleSearch q={q} onChange={setQ} />
          {isCustomer ? (
            <ConversationsPanel
              list={data}
              failure={toApiError(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
              currentId={place.kind === 'conversation' ? place.id : null}
            />
          ) : null}
          {standing === 'guest' ? <SignInPanel /> : null}
          <ArticleLists currentSlug={place.kind === 'article' ? place.slug : null} />
        </div>
        <div className={styles.main} ref={pane} tabIndex={-1}>
          <Pane place={place} standing={standing} waitMinutes={data?.usual_wait_minutes ?? null} />
        </div>
      </div>
    </div>
  );
}

function HelpTitle() {
  const { t } = useTranslation('shell');
  usePageTitle(t('page.help'));
  return null;
}
