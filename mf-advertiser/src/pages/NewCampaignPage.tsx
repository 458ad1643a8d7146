import { toApiError, useSession } from '@ezdash/store';
import { AppLink, Button, EmptyState, PageSkeleton, Panel, usePageTitle } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../components/LoadError';
import { useAddressParams } from '../components/useAddressParams';
import { CampaignWizard } from '../features/wizard/CampaignWizard';
import { useWizardDraftQuery } from '../features/wizard/drafts.api';
import { openKeptDraft, openNewDraft, openStoredDraft } from '../features/wizard/openedDraft';

interface OpenProps {
  userId: number;
  onId: (id: string | null) => void;
}

function NewDraft({ userId, onId }: OpenProps) {
  const [opened] = useState(() => openNewDraft(userId));
  return <CampaignWizard userId={userId} opened={opened} onId={onId} />;
}

/** One that the account has, whatever device began it. */
function StoredDraft({ userId, id, onId }: OpenProps & { id: string }) {
  const { t } = useTranslation('advertiser');
  // What came first stays: the wizard itself goes on from there.
  const [opened, setOpened] = useState(() => openKeptDraft(userId, id));
  const query = useWizardDraftQuery(id, { skip: opened !== null });
  if (!opened && query.data) setOpened(openStoredDraft(query.data));
  if (opened) return <CampaignWizard userId={userId} opened={opened} onId={onId} />;
  if (!query.error) return <PageSkeleton tiles={0} body="form" />;
  if (toApiError(query.error)?.status === 404)
    return (
      <Panel label={t('wizard.goneTitle')}>
        <EmptyState
          level={1}
          title={t('wizard.goneTitle')}
          action={
            <Button component={AppLink} href="/advertiser/campaigns/new">
              {t('page.campaignNew')}
            </Button>
          }
        >
          {t('wizard.goneText')}
        </EmptyState>
      </Panel>
    );
  return (
    <LoadError
      title={t('wizard.draftErrorTitle')}
      kept={t('wizard.draftErrorKept')}
      error={query.error}
      retrying={query.isFetching}
      onRetry={query.refetch}
    />
  );
}

/** Which wizard is open, and the ids in the address that are its own. */
interface Opened {
  key: string;
  /** What it began with. */
  id: string | null;
  own: readonly (string | null)[];
}

const opening = (id: string | null, key: string): Opened => ({ key, id, own: [id] });

/** `/advertiser/campaigns/new`, or with `?draft=` one that was begun before. */
export function NewCampaignPage() {
  const { t } = useTranslation('advertiser');
  const { user } = useSession();
  const [params, change] = useAddressParams();
  usePageTitle(t('page.campaignNew'));
  const asked = params.get('draft');
  const [opened, setOpened] = useState(() => opening(asked, '0'));
  // Another draft, or none: another wizard. Its own new id is not.
  if (!opened.own.includes(asked)) setOpened(opening(asked, String(Number(opened.key) + 1)));
  else if (opened.own.length > 1 && asked === opened.own.at(-1)) setOpened({ ...opened, own: [asked] });
  const onId = useCallback(
    (id: string | null) => {
      setOpened((now) => ({ ...now, own: [...now.own, id] }));
      change(
        (params) => {
          if (id === null) params.delete('draft');
          else params.set('draft', id);
        },
        { replace: true },
      );
    },
    [change],
  );
  if (!user) return <PageSkeleton tiles={0} body="form" />;
  // The draft belongs to the person: another sign-in starts with another one.
  const key = `${user.id} ${opened.key}`;
  return opened.id === null ? (
    <NewDraft key={key} userId={user.id} onId={onId} />
  ) : (
    <StoredDraft key={key} userId={user.id} id={opened.id} onId={onId} />
  );
}
