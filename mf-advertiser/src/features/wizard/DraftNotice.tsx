import type { DraftSummary } from '@ezdash/contracts';
import { useSession } from '@ezdash/store';
import { AppLink, Button, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUtcFormat } from '../form/useUtcFormat';
import { useWizardDraftsQuery } from './drafts.api';
import { peekDraft } from './keptDraft';
import classes from './wizard.module.css';

const PATH = '/advertiser/campaigns/new';

/** Campaigns begun and not sent yet, here or on another device, with the way back; nothing when there is none. */
export function DraftNotice() {
  const { user } = useSession();
  return user ? <KeptDrafts key={user.id} userId={user.id} /> : null;
}

interface LineProps {
  name: string;
  savedAt: string | number;
  href: string;
  where: 'browser' | 'account';
  others: readonly DraftSummary[];
}

const hrefOf = ({ id, step }: DraftSummary) => `${PATH}?draft=${id}&step=${encodeURIComponent(step)}`;

/** The drafts behind the first one, each with the way back to it. */
function OtherDrafts({ drafts }: { drafts: readonly DraftSummary[] }) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  return (
    <details className={classes.drafts}>
      <summary>{t('wizard.moreDrafts', { count: drafts.length })}</summary>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <AppLink href={hrefOf(draft)}>
              <bdi>{draft.name.trim() || t('page.campaignNew')}</bdi>
            </AppLink>
            <small>{t('wizard.draftSaved', { time: `${utc.dateTime(draft.updated_at)} UTC` })}</small>
          </li>
        ))}
      </ul>
    </details>
  );
}

function DraftLine({ name, savedAt, href, where, others }: LineProps) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const time = `${utc.dateTime(savedAt)} UTC`;
  return (
    <Notice
      tone="info"
      details={others.length > 0 ? <OtherDrafts drafts={others} /> : undefined}
      title={<bdi>{name.trim() || t('page.campaignNew')}</bdi>}
      action={
        <Button variant="default" component={AppLink} href={href}>
          {t('wizard.continueDraft')}
        </Button>
      }
    >
      {t(where === 'account' ? 'wizard.savedAccount' : 'wizard.saved', { time })}
    </Notice>
  );
}

function KeptDrafts({ userId }: { userId: number }) {
  // Nothing is kept of a form in which nothing was entered.
  const [kept] = useState(() => peekDraft(userId));
  const { data } = useWizardDraftsQuery();
  const drafts = data?.drafts ?? [];
  if (kept)
    return (
      <DraftLine name={kept.name} savedAt={kept.savedAtMs} href={PATH} where="browser" others={drafts} />
    );
  const [newest, ...others] = drafts;
  if (!newest) return null;
  return (
    <DraftLine
      name={newest.name}
      savedAt={newest.updated_at}
      href={hrefOf(newest)}
      where="account"
      others={others}
    />
  );
}
