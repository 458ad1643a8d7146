import type { CampaignBudgetsAnswer, CampaignBudgetsUndo } from '@ezdash/contracts';
import { type ApiError, toApiError } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useUtcFormat } from '../form/useUtcFormat';
import type { AmountsArgs } from './campaignList.api';
import type { Unanswered } from './unansweredAmounts';
import { type ActionTrouble, namedRefusals, portions } from './useCampaignActions';
import type { Chosen } from './useSelection';

type Changed = CampaignBudgetsAnswer['changed'];
export type AmountsAnswer = { data?: CampaignBudgetsAnswer; error?: unknown };
/** Which amount it is: where its words are, and what changes it and takes that back. */
export interface AmountCalls {
  words: 'budget' | 'bid';
  set: (args: AmountsArgs) => Promise<AmountsAnswer>;
  undo: (args: CampaignBudgetsUndo) => Promise<AmountsAnswer>;
}

/** One call of several: of these campaigns. */
export interface Step {
  ids: readonly string[];
  /** Answers null when there is nothing to ask for any more. */
  call: () => Promise<AmountsAnswer | null>;
}
export type StepsAnswer = CampaignBudgetsAnswer & { answered: string[]; error: ApiError | null };

/** One call after the other; what came before a failure stays done and is told. */
export async function callAll(steps: readonly Step[]): Promise<StepsAnswer> {
  const all = { changed: [], refused: [], answered: [], error: null } as StepsAnswer;
  for (const { ids, call } of steps) {
    const answer = await call();
    if (!answer) continue;
    if (!answer.data) return { ...all, error: toApiError(answer.error) };
    all.changed.push(...answer.data.changed);
    all.refused.push(...answer.data.refused);
    all.answered.push(...ids);
  }
  return all;
}

/** When a change was sent, in words. */
export function useSentTime(): (one: Unanswered) => string {
  const utc = useUtcFormat();
  return ({ atMs }) => `${utc.dateTime(atMs)} UTC`;
}

export interface TellAmounts {
  /** Says how many amounts were changed just now, and offers the way back. */
  done: (changed: Changed) => void;
  /** Says what came of one that was sent at another time, and offers the way back of that one. */
  made: (one: Unanswered, changed: Changed) => void;
}

/** Tells in toasts what came of a change of many amounts. */
export function useTellAmounts(
  calls: AmountCalls,
  onTrouble: (trouble: ActionTrouble | null) => void,
  campaigns: readonly Chosen[],
): TellAmounts {
  const { t } = useTranslation('advertiser');
  const sentTime = useSentTime();
  const words = `campaignList.${calls.words}`;
  const undo = async (changed: Changed) => {
    const byId = new Map(changed.map((each) => [each.id, each]));
    const answer = await callAll(
      portions([...byId.keys()]).map((ids) => ({
        ids,
        call: () => calls.undo({ changed: ids.flatMap((id) => byId.get(id) ?? []) }),
      })),
    );
    if (answer.error || answer.refused.length > 0)
      onTrouble({ error: answer.error, refused: namedRefusals(answer.refused, campaigns) });
    if (answer.changed.length > 0) toast({ text: t(`${words}.undone`, { count: answer.changed.length }) });
  };
  const done = (changed: Changed) => {
    if (changed.length > 0)
      toast({ text: t(`${words}.done`, { count: changed.length }), undo: () => void undo(changed) });
  };
  const made = (one: Unanswered, changed: Changed) => {
    const time = sentTime(one);
    const unsent = one.unsent?.length ?? 0;
    const rest = unsent > 0 ? `. ${t('campaignList.amount.unsent', { count: unsent })}` : '';
    if (changed.length === 0) return toast({ text: t('campaignList.amount.madeNone', { time }) + rest });
    toast({
      text: t(`${words}.made`, { count: changed.length, time }) + rest,
      action: { label: t('campaignList.amount.undoMade'), onPress: () => void undo(changed) },
    });
  };
  return { done, made };
}
