import type { Campaign } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdvertiserUpdateCampaignMutation } from '../campaigns/campaigns.api';
import { type ReviseCreatives, useCreativeFiles } from '../creatives/useCreativeFiles';
import { type CreativeDraft, toCreativeDrafts, toCreativeInputs } from '../form/campaignForm';
import { checkCreatives } from '../form/checkCampaign';
import { focusField } from '../form/focusField';
import { useProblemText } from '../form/useProblemText';

/** An edit: the images as they are wanted, and the campaign's own as they were when it began. */
export interface CreativesEdit {
  drafts: CreativeDraft[];
  seen: Campaign['creatives'];
}

interface CreativesEditorOptions {
  campaign: Campaign;
  /** What the images start from: those of the campaign, or an edit that was left and taken back. */
  start: CreativesEdit;
  /** Saved. With `submit`, the person wants it to go to review at once. */
  onSaved: (saved: Campaign, submit: boolean) => void;
  onLeave: () => void;
  /** Brings a left edit back. */
  onResume: (start: CreativesEdit) => void;
}

/** What the server compares: a set made from other creatives would undo what came meanwhile. */
const toSeen = (creatives: Campaign['creatives']) =>
  creatives.map(({ id, name, alt, share }) => ({ id, name, alt, share: share ?? null }));

const same = (a: readonly CreativeDraft[], b: readonly CreativeDraft[]) =>
  JSON.stringify(toCreativeInputs(a)) === JSON.stringify(toCreativeInputs(b));

/** The first image without a name, else the way to add one. */
function focusMistake(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) wrong.focus();
  else focusField('creatives');
}

/** The images of a campaign that exists, edited as one set and sent at once. */
export function useCreativesEditor(options: CreativesEditorOptions) {
  const { campaign, start, onSaved, onLeave, onResume } = options;
  const { t } = useTranslation('advertiser');
  const problemText = useProblemText();
  const form = useRef<HTMLFormElement>(null);
  const [creatives, setCreatives] = useState(start.drafts);
  const [strict, setStrict] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [update, { isLoading }] = useAdvertiserUpdateCampaignMutation();
  const focusOn = useRef(false);

  const revise: ReviseCreatives = useCallback((next) => {
    setCreatives(next);
    setFailure(null);
  }, []);
  const files = useCreativeFiles(creatives, revise, campaign.pricing);
  // After the rendering that shows the mistake, so that the field is announced together with it.
  useEffect(() => {
    if (!focusOn.current) return;
    focusOn.current = false;
    focusMistake(form.current);
  });

  const problem = checkCreatives(creatives, campaign.pricing);
  const refused = Object.values(failure?.errors ?? {}).flat();
  const errors = strict && problem ? [problemText(problem)] : refused;
  const known = new Set(campaign.creatives.map(({ image }) => image.id));

  const dirty = !same(creatives, toCreativeDrafts({ ...campaign, creatives: start.seen }));

  const save = async (submit: boolean) => {
    if (isLoading || files.mustWait()) return;
    setStrict(true);
    focusOn.current = problem !== undefined;
    if (problem) return;
    if (!dirty) return onSaved(campaign, submit);
    setFailure(null);
    const answer = await update({
      id: campaign.id,
      change: { creatives: toCreativeInputs(creatives), creatives_seen: toSeen(start.seen) },
    });
    if (!answer.error) return onSaved(answer.data, submit);
    const error = toApiError(answer.error);
    focusOn.current = Object.keys(error?.errors ?? {}).length > 0;
    setFailure(error);
  };
  const leave = () => {
    onLeave();
    if (!dirty) return;
    toast({
      text: t('campaign.creativesLeft'),
      undo: () => onResume({ drafts: creatives, seen: start.seen }),
    });
  };

  return {
    form,
    creatives,
    revise,
    files,
    /** Some image has not been seen by a reviewer. */
    added: creatives.some(({ asset }) => !known.has(asset.id)),
    error: errors.length > 0 ? errors.join(' ') : undefined,
    /** The call failed for a reason that is no field's. */
    failure: failure && refused.length === 0 ? failure : null,
    saving: isLoading,
    save: (event: FormEvent) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      void save(submitter?.getAttribute('value') === 'submit');
    },
    leave,
  };
}
