import type { CampaignAction, CampaignActionAnswer } from '@ezdash/contracts';
import { CAMPAIGN_LIST } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { confirm, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayAct } from './campaignGroups';
import { useAdvertiserActOnCampaignsMutation } from './campaigns.api';
import type { Chosen } from './useSelection';

type Action = CampaignAction['action'];
const OPPOSITE: Partial<Record<Action, Action>> = { pause: 'resume', resume: 'pause' };

/** What did not go through the last time, to be said in the page. */
export interface ActionTrouble {
  /** The call failed: what came behind it was not changed. */
  error: ApiError | null;
  /** The campaigns that stayed as they were, each with the server's reason. */
  refused: readonly { id: string; name: string; message: string }[];
}

export interface CampaignActions {
  /** Answers which campaigns are now as they were wanted; none of them when the person declines. */
  run: (action: Action, campaigns: readonly Chosen[]) => Promise<readonly string[]>;
  trouble: ActionTrouble | null;
  report: (trouble: ActionTrouble | null) => void;
  dismiss: () => void;
}

/** So many at a time, in the order they were chosen. */
export function portions<Item>(items: readonly Item[]): Item[][] {
  const size = CAMPAIGN_LIST.mostAtOnce;
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The refused ones by the names that the page knows. */
export const namedRefusals = (
  refused: CampaignActionAnswer['refused'],
  campaigns: readonly Chosen[],
): ActionTrouble['refused'] => {
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  return refused.map(({ id, message }) => ({ id, message, name: names.get(id) ?? id }));
};

/** What is left of today's budgets of these campaigns, in micros. */
function unspentToday(campaigns: readonly Chosen[]): number {
  return campaigns
    .filter(({ state }) => state === 'running')
    .reduce((sum, { today }) => sum + (today ? Math.max(0, today.budget_micros - today.spend_micros) : 0), 0);
}

/** Pause, resume, submit at once with Undo where there is a way back; archive only when agreed to. */
export function useCampaignActions(): CampaignActions {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const [act] = useAdvertiserActOnCampaignsMutation();
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null);

  const send = async (action: Action, campaigns: readonly Chosen[], onDone: (changed: Chosen[]) => void) => {
    setTrouble(null);
    const changed = new Set<string>();
    const refused: CampaignActionAnswer['refused'] = [];
    let error: ApiError | null = null;
    for (const some of portions(campaigns)) {
      const answer = await act({ ids: some.map(({ id }) => id), action });
      if (answer.error) {
        error = toApiError(answer.error);
        break;
      }
      for (const id of answer.data.changed) changed.add(id);
      refused.push(...answer.data.refused);
    }
    if (error || refused.length > 0) setTrouble({ error, refused: namedRefusals(refused, campaigns) });
    const done = campaigns.filter(({ id }) => changed.has(id));
    if (done.length > 0) onDone(done);
    return done.map(({ id }) => id);
  };
  const say = (action: Action, done: readonly Chosen[], undo?: () => void) =>
    toast({
      text: t(`action.done.${action}`, { count: done.length, name: done[0]?.name ?? done[0]?.id }),
      undo,
    });

  const run = async (action: Action, campaigns: readonly Chosen[]) => {
    if (campaigns.length === 0) return [];
    if (action === 'archive' && !(await agreesToArchive(campaigns))) return [];
    const opposite = OPPOSITE[action];
    return send(action, campaigns, (done) => {
      // One that was paused before is "changed" to the server; undoing must not start it.
      const back = done.filter(({ state }) => state === undefined || mayAct(state, action));
      const undo = () => opposite && send(opposite, back, (undone) => say(opposite, undone));
      say(action, done, opposite && back.length > 0 ? undo : undefined);
    });
  };
  const agreesToArchive = (campaigns: readonly Chosen[]) => {
    const params = { count: campaigns.length, name: campaigns[0]?.name ?? campaigns[0]?.id };
    const unspent = unspentToday(campaigns);
    const left = unspent > 0 ? t('action.confirmUnspent', { amount: format.money(unspent) }) : '';
    return confirm({
      title: t('action.confirmTitle', params),
      text: `${t('action.confirmText', params)} ${left}`.trim(),
      verb: t('action.confirmVerb', params),
      danger: true,
    });
  };
  return { run, trouble, report: setTrouble, dismiss: () => setTrouble(null) };
}
