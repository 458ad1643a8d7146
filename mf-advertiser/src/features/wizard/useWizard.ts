import { toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAdvertiserCreateCampaignMutation } from '../campaigns/campaigns.api';
import { useLandingCheckNowMutation } from '../creatives/landing.api';
import { type ReviseCreatives, useCreativeFiles } from '../creatives/useCreativeFiles';
import { type CampaignDraft, EMPTY_DRAFT, toCampaignInput } from '../form/campaignForm';
import { type CampaignField, checkDraft, placeOf } from '../form/checkCampaign';
import { placeOfPath } from '../form/fieldOfPath';
import { focusField } from '../form/focusField';
import { useCampaignFields } from '../form/useCampaignFields';
import { newUuid } from '../funds/depositId';
import { focusConflict } from './DraftConflictNotice';
import type { OpenedDraft } from './openedDraft';
import { useDraftKeeper } from './useStoredDraft';
import { useWizardStep } from './useWizardStep';
import { firstOpenStep, neighbour, problemsOfStep, stepOfField, WIZARD_STEPS } from './wizardSteps';

const check = (draft: CampaignDraft) => checkDraft(draft, Date.now());

/** Moves focus to a field once its step is on the page. */
function useFocusAfterRender(): (field: string) => void {
  const wanted = useRef<string | null>(null);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (wanted.current && focusField(wanted.current)) wanted.current = null;
  });
  return useCallback((field) => {
    wanted.current = field;
    setTick((tick) => tick + 1);
  }, []);
}

/** All that the wizard knows and does; `CampaignWizard` draws it. */
export function useWizard(userId: number, opened: OpenedDraft, onId: (id: string | null) => void) {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  const fields = useCampaignFields<CampaignDraft>(opened.draft, check);
  const open = firstOpenStep(fields.problems);
  const [step, go] = useWizardStep(open);
  const [firstKey] = useState(newUuid);
  const [create, creation] = useAdvertiserCreateCampaignMutation();
  const [checkLanding] = useLandingCheckNowMutation();
  const key = useRef(firstKey);
  const isSending = useRef(false);
  const focusLater = useFocusAfterRender();
  const { values, revise, reveal, refuse, restart } = fields;
  const keeper = useDraftKeeper({ userId, opened, draft: values, step, restart, onId });

  const reviseCreatives: ReviseCreatives = useCallback((next) => revise('creatives', next), [revise]);
  const files = useCreativeFiles(values.creatives, reviseCreatives, values.pricing);
  const { setNotice, mustWait, mustMention } = files;

  const show = (wrong: readonly CampaignField[]) => {
    reveal(wrong);
    const [first] = wrong;
    if (first) focusLater(placeOf(first, fields.problems));
  };
  const choose = (next: typeof step) => {
    setNotice(null);
    go(next);
  };
  const back = () => choose(neighbour(step, -1) ?? step);
  const forward = () => {
    const wrong = problemsOfStep(fields.problems, step);
    if (step === 'creatives' && values.creatives.length === 0 && mustWait()) return;
    if (wrong.length > 0) return show(wrong);
    if (step === 'creatives' && mustMention()) return;
    choose(neighbour(step, 1) ?? step);
  };

  /** A server's refusal leads to the first step it concerns, and to the field. */
  const lead = (errors: Record<string, string[]>) => {
    refuse(errors);
    const paths = Object.keys(errors);
    const target = WIZARD_STEPS.find((known) => paths.some((path) => stepOfField(path) === known));
    const path = paths.find((candidate) => stepOfField(candidate) === target);
    if (!target || !path) return;
    go(target);
    focusLater(placeOfPath(path));
  };
  /** While two have written it, neither is sent nor thrown away before its writer has said which one counts. */
  const mustChoose = () => keeper.conflict !== null && focusConflict();
  const send = async (submit: boolean) => {
    // Two presses within one rendering are one.
    if (isSending.current || mustChoose()) return;
    setNotice(null);
    if (mustWait() || mustMention()) return;
    const wrong = problemsOfStep(fields.problems, open);
    if (wrong.length > 0) {
      go(open);
      return show(wrong);
    }
    isSending.current = true;
    const answer = await create({ input: toCampaignInput(values, submit), key: key.current });
    isSending.current = false;
    if (answer.error) {
      const error = toApiError(answer.error);
      // Made by an earlier try whose answer got lost: whoever sends once more, knowing that, wants another one.
      if (error?.code === 'KEY_REUSED') key.current = newUuid();
      return lead(error?.errors ?? {});
    }
    keeper.close();
    // The reviewer reads what this finds.
    if (submit) void checkLanding(answer.data.id);
    const done = submit ? 'wizard.submitted' : 'wizard.savedDraft';
    toast({ text: t(done, { name: answer.data.name }) });
    navigate(`/advertiser/campaigns/${answer.data.id}`, { replace: true });
  };

  const discard = () => {
    if (mustChoose()) return;
    const before = values;
    restart(EMPTY_DRAFT);
    creation.reset();
    choose('general');
    toast({ text: t('wizard.discarded'), undo: () => restart(before) });
  };

  return {
    fields,
    reviseCreatives,
    files,
    step,
    open,
    keeper,
    sending: creation.isLoading,
    refusal: toApiError(creation.error),
    choose,
    back,
    forward,
    send,
    discard,
  };
}
