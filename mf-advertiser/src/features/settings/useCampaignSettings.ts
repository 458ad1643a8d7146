import type { Campaign, CampaignUpdate } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast, useConfirmAmounts } from '@ezdash/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdvertiserUpdateCampaignMutation } from '../campaigns/campaigns.api';
import {
  type CampaignForm,
  mergeTargeting,
  otherTargeting,
  toCampaignForm,
  toCampaignUpdate,
} from '../form/campaignForm';
import { type CampaignField, checkCampaign, placeOf } from '../form/checkCampaign';
import { placeOfPath } from '../form/fieldOfPath';
import { focusField } from '../form/focusField';
import { useCampaignFields } from '../form/useCampaignFields';
import { useRefusalText } from '../form/useRefusalText';
import { BEFORE_REVIEW } from '../history/consequenceOf';
import { useAdvertiserUndoChangeMutation } from '../history/history.api';

/** An end that has passed may stay: the campaign is over, and its name can still be changed. */
const check = (form: CampaignForm) => checkCampaign(form, null);
const isEmpty = (change: CampaignUpdate) => Object.keys(change).length === 0;

const AMOUNTS = [
  ['bid_micros', 'field.bid'],
  ['daily_budget_micros', 'field.daily'],
  ['total_budget_micros', 'field.total'],
] as const;

export type CampaignSettingsForm = ReturnType<typeof useCampaignSettings>;

/**
 * The form of a campaign that exists. Live figures keep coming while somebody types: what is typed stays, and only
 * what differs from the form's start is sent.
 * @param lead shows the part of the form that holds a field, before the field takes focus
 */
export function useCampaignSettings(campaign: Campaign, lead: (field: string) => void) {
  const { t } = useTranslation('advertiser');
  const refusalText = useRefusalText();
  const confirmAmounts = useConfirmAmounts();
  const [start, setStart] = useState(() => toCampaignForm(campaign));
  const fields = useCampaignFields(start, check);
  const [update, { isLoading }] = useAdvertiserUpdateCampaignMutation();
  const [takeBack] = useAdvertiserUndoChangeMutation();
  const [failure, setFailure] = useState<ApiError | null>(null);
  const focusOn = useRef<string | null>(null);
  const { restart, reveal, refuse } = fields;
  // A dimension is sent with all the targeting: with the others as they are now, not as when the form began.
  const now = otherTargeting(campaign.targeting);
  const targeting = mergeTargeting(start.targeting, fields.values.targeting, now);
  const values = { ...fields.values, targeting };
  const change = toCampaignUpdate({ ...start, targeting: now }, values);
  const dirty = !isEmpty(change);

  const begin = (form: CampaignForm) => {
    setStart(form);
    restart(form);
    setFailure(null);
  };
  // Somebody else, or the list, changed it: an untouched form follows.
  const known = JSON.stringify(toCampaignForm(campaign));
  const seen = useRef(known);
  useEffect(() => {
    if (seen.current === known || dirty) return;
    seen.current = known;
    const form = JSON.parse(known) as CampaignForm;
    setStart(form);
    restart(form);
  }, [known, dirty, restart]);
  // After the rendering that shows the mistake, so that the field is announced together with it.
  useEffect(() => {
    if (focusOn.current && focusField(focusOn.current)) focusOn.current = null;
  });

  // What is advertised, and where it leads, is what was looked at.
  const newLanding = change.landing_url !== undefined;
  const sendsToReview =
    (newLanding || change.category !== undefined) && !BEFORE_REVIEW.includes(campaign.state);
  // By the change itself: it sets back what this person changed, and nothing that others have changed since.
  const undo = async (changeId: string) => {
    const answer = await takeBack({ id: campaign.id, change: changeId });
    if (answer.error) return setFailure(toApiError(answer.error));
    begin(toCampaignForm(answer.data));
    toast({ text: t('campaign.savedUndone', { name: answer.data.name }) });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!dirty || isLoading) return;
    const wrong = Object.keys(fields.problems) as CampaignField[];
    if (wrong[0]) {
      lead(wrong[0]);
      focusOn.current = placeOf(wrong[0], fields.problems);
      return reveal(wrong);
    }
    const isSure = await confirmAmounts(
      AMOUNTS.flatMap(([field, name]) =>
        change[field] === undefined
          ? []
          : [{ label: t(name), before: campaign[field], after: change[field] }],
      ),
    );
    if (!isSure) return;
    setFailure(null);
    const answer = await update({ id: campaign.id, change });
    if (answer.error) {
      const error = toApiError(answer.error);
      const [path] = Object.keys(error?.errors ?? {});
      if (path !== undefined) lead(path);
      focusOn.current = path === undefined ? null : placeOfPath(path);
      setFailure(error);
      return refuse(error?.errors ?? {});
    }
    begin(toCampaignForm(answer.data));
    if (sendsToReview) return toast({ text: t('campaign.savedReview', { name: answer.data.name }) });
    const { name, change_id: made } = answer.data;
    toast({ text: t('campaign.saved', { name }), undo: made ? () => void undo(made) : undefined });
  };

  return {
    fields: { ...fields, values },
    dirty,
    sendsToReview,
    newLanding,
    saving: isLoading,
    failureText: failure && refusalText(failure),
    save,
    reset: () => begin(toCampaignForm(campaign)),
  };
}
