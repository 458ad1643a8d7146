import { useSession } from '@ezdash/store';
import { AppLink, Button, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUtcFormat } from '../form/useUtcFormat';
import { useWizardDraftsQuery } from './drafts.api';
import { peekDraft } from './keptDraft';

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
  more: number;
}

function DraftLine({ name, savedAt, href, where, more }: LineProps) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const time = `${utc.dateTime(savedAt)} UTC`;
  return (
    <Notice
      tone="info"
      title={<bdi>{name.trim() || t('page.campaignNew')}</bdi>}
      action={
        <Button variant="default" component={AppLink} href={href}>
          {t('wizard.continueDraft')}
        </Button>
      }
    >
      {t(where === 'account' ? 'wizard.savedAccount' : 'wizard.saved', { time })}
      {more > 0 ? ` ${t('wizard.moreDrafts', { count: more })}` : ''}
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
      <DraftLine name={kept.name} savedAt={kept.savedAtMs} href={PATH} where="browser" more={drafts.length} />
    );
  const [newest] = drafts;
  if (!newest) return null;
  return (
    <DraftLine
      name={newest.name}
      savedAt={newest.updated_at}
      href={`${PATH}?draft=${newest.id}&step=${encodeURIComponent(newest.step)}`}
      where="account"
      more={drafts.length - 1}
    />
  );
}
