import type { CampaignBudgetsAnswer, CampaignBudgetsUndo } from '@ezdash/contracts';
import type { AmountChange } from '@ezdash/contracts/constants';
import { type ApiError, toApiError, useSession } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmountsArgs } from './campaignList.api';
import { askOnce } from './unansweredAmounts';
import { type ActionTrouble, namedRefusals, portions } from './useCampaignActions';
import type { Chosen } from './useSelection';

/** What the list gives to the dialog of any amount. */
export interface ChosenAmounts {
  campaigns: readonly Chosen[];
  onClose: () => void;
  /** What came of it: the campaigns that were changed, and what the page has to tell of the others. */
  onDone: (changed: readonly string[], trouble: ActionTrouble | null) => void;
}

type Call<Args> = (args: Args) => Promise<{ data?: CampaignBudgetsAnswer; error?: unknown }>;
/** Which amount it is: where its words are, and what changes it and takes that back. */
export interface AmountCalls {
  words: 'budget' | 'bid';
  set: Call<AmountsArgs>;
  undo: Call<CampaignBudgetsUndo>;
}

/** Sends the change in portions; what came before a failure stays done and is told. */
async function sendAll(
  ids: readonly string[],
  send: Call<string[]>,
): Promise<CampaignBudgetsAnswer & { error: ApiError | null }> {
  const all: CampaignBudgetsAnswer = { changed: [], refused: [] };
  for (const some of portions(ids)) {
    const { data, error } = await send(some);
    if (!data) return { ...all, error: toApiError(error) };
    all.changed.push(...data.changed);
    all.refused.push(...data.refused);
  }
  return { ...all, error: null };
}

/** Says how many amounts were changed, and offers the way back. */
export function useTellAmounts(
  calls: AmountCalls,
  onTrouble: (trouble: ActionTrouble | null) => void,
  campaigns: readonly Chosen[],
): (changed: CampaignBudgetsAnswer['changed']) => void {
  const { t } = useTranslation('advertiser');
  const words = `campaignList.${calls.words}`;
  const undo = async (changed: CampaignBudgetsAnswer['changed']) => {
    const byId = new Map(changed.map((each) => [each.id, each]));
    const answer = await sendAll([...byId.keys()], (some) =>
      calls.undo({ changed: some.flatMap((id) => byId.get(id) ?? []) }),
    );
    if (answer.error || answer.refused.length > 0)
      onTrouble({ error: answer.error, refused: namedRefusals(answer.refused, campaigns) });
    if (answer.changed.length > 0) toast({ text: t(`${words}.undone`, { count: answer.changed.length }) });
  };
  return (changed) => {
    if (changed.length > 0)
      toast({ text: t(`${words}.done`, { count: changed.length }), undo: () => void undo(changed) });
  };
}

export interface SendAmounts {
  /** Those that got no answer yet. */
  left: readonly Chosen[];
  /** Why the last try did not reach all. */
  failed: ApiError | null;
  send: (change: AmountChange) => Promise<void>;
}

/** Carries a change of many amounts out, offers the way back, and tells the page what came of it. Closes when all is said. */
export function useSendAmounts(
  { campaigns, onClose, onDone }: ChosenAmounts,
  calls: AmountCalls,
): SendAmounts {
  const { user } = useSession();
  const [failed, setFailed] = useState<ApiError | null>(null);
  // Those that got an answer are not asked again, be it that they were refused; the portions of the others stay the same.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<CampaignBudgetsAnswer['refused']>([]);
  const left = campaigns.filter(({ id }) => !answered.has(id));
  const tellDone = useTellAmounts(calls, (trouble) => onDone([], trouble), campaigns);
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  const who = { userId: user?.id ?? 0, amount: calls.words, nameOf: (id: string) => names.get(id) };

  const send = async (change: AmountChange) => {
    setFailed(null);
    const { error, ...answer } = await sendAll(
      left.map(({ id }) => id),
      (ids) => askOnce(who, { ids, change }, calls.set),
    );
    const { changed } = answer;
    const refused = [...refusals, ...answer.refused];
    tellDone(changed);
    onDone(
      changed.map(({ id }) => id),
      error || refused.length > 0 ? { error, refused: namedRefusals(refused, campaigns) } : null,
    );
    if (!error) return onClose();
    setFailed(error);
    setRefusals(refused);
    setAnswered(new Set([...answered, ...[...changed, ...answer.refused].map(({ id }) => id)]));
  };
  return { left, failed, send };
}
