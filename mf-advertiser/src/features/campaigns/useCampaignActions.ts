import type { Campaign, CampaignAction } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { confirm, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAct } from './campaignGroups';
import { useAdvertiserActOnCampaignsMutation } from './campaigns.api';

type Action = CampaignAction['action'];
const OPPOSITE: Partial<Record<Action, Action>> = { pause: 'resume', resume: 'pause' };

/** What did not go through the last time, to be said in the page. */
export interface ActionTrouble {
  /** The call failed: nothing was changed. */
  error: ApiError | null;
  /** The campaigns that stayed as they were, each with the server's reason. */
  refused: readonly { id: string; name: string; message: string }[];
}

export interface CampaignActions {
  /** Answers whether it was sent: a person may decline. */
  run: (action: Action, campaigns: readonly Campaign[]) => Promise<boolean>;
  trouble: ActionTrouble | null;
  dismiss: () => void;
}

/** What is left of today's budgets of these campaigns, in micros. */
function unspentToday(campaigns: readonly Campaign[]): number {
  return campaigns
    .filter(({ state }) => state === 'running')
    .reduce((sum, { today }) => sum + Math.max(0, today.budget_micros - today.spend_micros), 0);
}

/** Pause, resume, submit at once with Undo where there is a way back; archive only when agreed to. */
export function useCampaignActions(): CampaignActions {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [act] = useAdvertiserActOnCampaignsMutation();
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null);

  const send = async (
    action: Action,
    campaigns: readonly Campaign[],
    onDone: (changed: Campaign[]) => void,
  ) => {
    setTrouble(null);
    const answer = await act({ ids: campaigns.map(({ id }) => id), action });
    if (answer.error) return setTrouble({ error: toApiError(answer.error), refused: [] });
    const { changed, refused } = answer.data;
    const named = refused.map(({ id, message }) => ({
      id,
      message,
      name: campaigns.find((campaign) => campaign.id === id)?.name ?? id,
    }));
    if (named.length > 0) setTrouble({ error: null, refused: named });
    const done = campaigns.filter(({ id }) => changed.includes(id));
    if (done.length > 0) onDone(done);
  };
  const say = (action: Action, done: readonly Campaign[], undo?: () => void) =>
    toast({ text: t(`action.done.${action}`, { count: done.length, name: done[0]?.name }), undo });

  const run = async (action: Action, campaigns: readonly Campaign[]) => {
    if (campaigns.length === 0) return false;
    if (action === 'archive' && !(await agreesToArchive(campaigns))) return false;
    const opposite = OPPOSITE[action];
    await send(action, campaigns, (done) => {
      // One that was paused before is "changed" to the server; undoing must not start it.
      const back = done.filter(({ state }) => mayAct(state, action));
      const undo = () => opposite && send(opposite, back, (undone) => say(opposite, undone));
      say(action, done, opposite && back.length > 0 ? undo : undefined);
    });
    return true;
  };
  const agreesToArchive = (campaigns: readonly Campaign[]) => {
    const params = { count: campaigns.length, name: campaigns[0]?.name };
    const unspent = unspentToday(campaigns);
    const left = unspent > 0 ? t('action.confirmUnspent', { amount: format.money(unspent) }) : '';
    return confirm({
      title: t('action.confirmTitle', params),
      text: `${t('action.confirmText', params)} ${left}`.trim(),
      verb: t('action.confirmVerb', params),
      danger: true,
    });
  };
  return { run, trouble, dismiss: () => setTrouble(null) };
}
