import { useSession } from '@ezdash/store';
import { AppLink, Button, Notice } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUtcFormat } from '../form/useUtcFormat';
import { isTouched, loadDraft } from './draftStorage';

/** The campaign begun in this browser and not sent yet, with the way back to it; nothing when there is none. */
export function DraftNotice() {
  const { user } = useSession();
  return user ? <KeptDraft key={user.id} userId={user.id} /> : null;
}

function KeptDraft({ userId }: { userId: number }) {
  const { t } = useTranslation('advertiser');
  const utc = useUtcFormat();
  const [kept] = useState(() => loadDraft(userId));
  if (!kept || !isTouched(kept.draft)) return null;
  const action = (
    <Button variant="default" component={AppLink} href="/advertiser/campaigns/new">
      {t('wizard.continueDraft')}
    </Button>
  );
  return (
    <Notice tone="info" title={<bdi>{kept.draft.name.trim() || t('page.campaignNew')}</bdi>} action={action}>
      {t('wizard.saved', { time: `${utc.dateTime(kept.savedAtMs)} UTC` })}
    </Notice>
  );
}
