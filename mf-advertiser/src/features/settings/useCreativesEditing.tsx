import type { Campaign } from '@ezdash/contracts';
import { toast } from '@ezdash/ui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignActions } from '../campaigns/useCampaignActions';
import { toCreativeDrafts } from '../form/campaignForm';
import { CreativesEditor } from './CreativesEditor';
import type { CreativesEdit } from './useCreativesEditor';

interface CreativesEditing {
  /** The editor while it is open. */
  editor: ReactNode;
  /** Opens it; undefined while it is open, and for a campaign that no longer changes. */
  open: (() => void) | undefined;
  /** The button that opens it: gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Opening, leaving and taking back an edit of a campaign's images. */
export function useCreativesEditing(campaign: Campaign, actions: CampaignActions): CreativesEditing {
  const { t } = useTranslation('advertiser');
  const [start, setStart] = useState<CreativesEdit | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const isOpen = start !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const onSaved = (saved: Campaign, submit: boolean) => {
    setStart(null);
    if (submit) return void actions.run('submit', [saved]);
    const wentToReview = saved.state === 'inReview' && campaign.state !== 'inReview';
    const text = wentToReview ? 'campaign.savedReview' : 'campaign.creativesSaved';
    toast({ text: t(text, { name: saved.name }) });
  };
  const mayEdit = campaign.state !== 'archived';
  return {
    editor:
      start && mayEdit ? (
        <CreativesEditor
          campaign={campaign}
          start={start}
          onSaved={onSaved}
          onLeave={() => setStart(null)}
          onResume={setStart}
        />
      ) : null,
    open:
      mayEdit && !isOpen
        ? () => setStart({ drafts: toCreativeDrafts(campaign), seen: campaign.creatives })
        : undefined,
    opener,
  };
}
