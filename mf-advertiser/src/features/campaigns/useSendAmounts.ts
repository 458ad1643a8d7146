import type { CampaignBudgetsAnswer } from '@ezdash/contracts';
import type { AmountChange } from '@ezdash/contracts/constants';
import { type ApiError, useSession } from '@ezdash/store';
import { useState } from 'react';
import {
  askAgain,
  askFirst,
  isOnItsWay,
  newRequest,
  sentWithin,
  type Unanswered,
  useSent,
} from './unansweredAmounts';
import { type ActionTrouble, namedRefusals, portions } from './useCampaignActions';
import type { Chosen } from './useSelection';
import { type AmountCalls, callAll, type Step, type StepsAnswer, useTellAmounts } from './useTellAmounts';

/** What the list gives to the dialog of any amount. */
export interface ChosenAmounts {
  campaigns: readonly Chosen[];
  onClose: () => void;
  /** What came of it: the campaigns that were changed, and what the page has to tell of the others. */
  onDone: (changed: readonly string[], trouble: ActionTrouble | null) => void;
}

/** Where a change stands that is about to be sent. */
export interface SentBefore {
  /** The same was sent before this dialog, and had no answer: the person says which of the two is meant. */
  doubts: readonly Unanswered[];
  /** It was sent from this dialog, and had no answer: it may be made, so nothing can be foretold. */
  isRetry: boolean;
}

export interface SendAmounts {
  /** Those that got no answer yet. */
  left: readonly Chosen[];
  /** Why the last try did not reach all. */
  failed: ApiError | null;
  look: (change: AmountChange) => SentBefore;
  /** Sends it; what this dialog sent before goes under its key, what was sent before the dialog is changed once more. */
  send: (change: AmountChange) => Promise<void>;
  /** Asks for the answers of what was sent before the dialog, and changes nothing else. */
  getAnswers: (doubts: readonly Unanswered[]) => Promise<void>;
}

/** Who is left, and why; what the page is told of the others. */
function useProgress({ campaigns, onClose, onDone }: ChosenAmounts) {
  const [failed, setFailed] = useState<ApiError | null>(null);
  // Those that got an answer are not asked again, be it that they were refused.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<CampaignBudgetsAnswer['refused']>([]);
  const left = campaigns.filter(({ id }) => !answered.has(id));
  const conclude = ({ changed, refused: refusedNow, answered: now, error }: StepsAnswer) => {
    const refused = [...refusals, ...refusedNow];
    onDone(
      changed.map(({ id }) => id),
      error || refused.length > 0 ? { error, refused: namedRefusals(refused, campaigns) } : null,
    );
    const reached = new Set([...answered, ...now]);
    if (!error && left.every(({ id }) => reached.has(id))) return onClose();
    setFailed(error);
    setRefusals(refused);
    setAnswered(reached);
  };
  return { left, failed, start: () => setFailed(null), conclude };
}

/** Carries a change of many amounts out, offers the way back, and tells the page what came of it. Closes when all is said. */
export function useSendAmounts(
  { campaigns, onClose, onDone }: ChosenAmounts,
  calls: AmountCalls,
): SendAmounts {
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const sent = useSent(userId);
  const { left, failed, start, conclude } = useProgress({ campaigns, onClose, onDone });
  /** The keys of what was sent from here. */
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const tell = useTellAmounts(calls, (trouble) => onDone([], trouble), campaigns);
  const names = new Map(campaigns.map(({ id, name }) => [id, name]));
  const within = (change: AmountChange) =>
    sentWithin(sent, { amount: calls.words, ids: left.map(({ id }) => id), change });

  /** What was sent before stays one call: its key is of these campaigns in this order. */
  const stepsOf = (change: AmountChange): Step[] => {
    const before = within(change);
    const taken = new Set(before.flatMap(({ ids }) => ids));
    const rest = portions(left.map(({ id }) => id).filter((id) => !taken.has(id)));
    const all = [...before.map(({ ids }) => ids), ...rest];
    const requests = all.map((ids, at) =>
      newRequest({ amount: calls.words, ids, change }, (id) => names.get(id), all.slice(at + 1).flat()),
    );
    // Known before the first is sent: none of them may be taken for one of another time.
    setOwn((keys) => new Set([...keys, ...requests.map(({ key }) => key)]));
    return requests.map((request, at) => {
      const { ids } = request;
      const one = before[at];
      if (one && own.has(one.key)) return { ids, call: () => askAgain(userId, one, calls.set) };
      return { ids, call: () => askFirst(userId, request, calls.set, one) };
    });
  };
  return {
    left,
    failed,
    look: (change) => {
      const before = within(change);
      return {
        doubts: before.filter(({ key }) => !own.has(key)),
        isRetry: before.some((one) => own.has(one.key) && !isOnItsWay(one)),
      };
    },
    send: async (change) => {
      start();
      const answer = await callAll(stepsOf(change));
      tell.done(answer.changed);
      conclude(answer);
    },
    getAnswers: async (doubts) => {
      start();
      conclude(
        await callAll(
          doubts.map((one) => ({
            ids: one.ids,
            call: async () => {
              const answer = await askAgain(userId, one, calls.set);
              if (answer?.data) tell.made(one, answer.data.changed);
              return answer;
            },
          })),
        ),
      );
    },
  };
}
