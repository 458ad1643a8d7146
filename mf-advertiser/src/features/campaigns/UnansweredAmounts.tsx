import type { AmountChange } from '@ezdash/contracts/constants';
import { type ApiError, toApiError, useSession } from '@ezdash/store';
import { Button, Notice, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { ActionTroubleNotice } from './ActionTroubleNotice';
import {
  useCampaignListBidsMutation,
  useCampaignListBudgetsMutation,
  useCampaignListUndoBidsMutation,
  useCampaignListUndoBudgetsMutation,
} from './campaignList.api';
import classes from './campaigns.module.css';
import {
  askAgain,
  forgetUnanswered,
  keepUnanswered,
  type Unanswered,
  useUnanswered,
} from './unansweredAmounts';
import { type ActionTrouble, namedRefusals } from './useCampaignActions';
import { type AmountCalls, useSentTime, useTellAmounts } from './useTellAmounts';

/** A change in words: by +20%, to $50. */
function useChangeText() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (change: AmountChange, digits: number) => {
    if ('set_micros' in change)
      return t('campaignList.amount.toSet', {
        amount: format.money(change.set_micros, { digits: [2, digits] }),
      });
    const share = format.percent(change.percent / 100, Number.isInteger(change.percent) ? 0 : 2);
    return t('campaignList.amount.byPercent', { percent: change.percent > 0 ? `+${share}` : share });
  };
}

interface LineProps {
  userId: number;
  one: Unanswered;
  onTrouble: (trouble: ActionTrouble | null) => void;
}

/** One of them: what it was, and the ways to end the doubt. */
function Line({ userId, one, onTrouble }: LineProps) {
  const { t } = useTranslation('advertiser');
  const sentTime = useSentTime();
  const failureText = useFailureText();
  const changeText = useChangeText();
  const calls = useAmountCalls(one.amount);
  const tell = useTellAmounts(calls, (trouble) => trouble && onTrouble(trouble), []);
  const [failed, setFailed] = useState<ApiError | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { amount, ids, change, names, unsent = [] } = one;
  const more = ids.length - names.length;
  const list = names.map((name) => `“\u2068${name}\u2069”`).join(', ');

  const getAnswer = async () => {
    setFailed(null);
    onTrouble(null);
    setAsking(true);
    const answer = await askAgain(userId, one, calls.set);
    setAsking(false);
    if (!answer?.data) return setFailed(toApiError(answer?.error));
    const { changed, refused } = answer.data;
    tell.made(one, changed);
    if (refused.length > 0) onTrouble({ error: null, refused: namedRefusals(refused, []) });
  };
  const forget = () => {
    forgetUnanswered(userId, one);
    toast({ text: t('campaignList.amount.forgotten'), undo: () => keepUnanswered(userId, one) });
  };
  return (
    <Notice
      tone="warn"
      title={t('campaignList.amount.unanswered')}
      details={
        <>
          {names.length > 0 ? (
            <p>{more > 0 ? t('campaignList.amount.namedMore', { names: list, count: more }) : list}</p>
          ) : null}
          {unsent.length > 0 ? <p>{t('campaignList.amount.unsent', { count: unsent.length })}</p> : null}
          <p role="status">{failed ? failureText(failed) : null}</p>
        </>
      }
      action={
        <div className={classes.doubt}>
          <Button variant="default" loading={isAsking} onClick={() => void getAnswer()}>
            {t('campaignList.amount.getAnswer')}
          </Button>
          <Button variant="subtle" onClick={forget}>
            {t('campaignList.amount.forget')}
          </Button>
        </div>
      }
    >
      {t(`campaignList.${amount}.unanswered`, {
        count: ids.length,
        how: changeText(change, amount === 'bid' ? 4 : 2),
        time: sentTime(one),
      })}{' '}
      {t('campaignList.amount.getAnswerHint')}
    </Notice>
  );
}

function useAmountCalls(amount: Unanswered['amount']): AmountCalls {
  const [setBudgets] = useCampaignListBudgetsMutation();
  const [undoBudgets] = useCampaignListUndoBudgetsMutation();
  const [setBids] = useCampaignListBidsMutation();
  const [undoBids] = useCampaignListUndoBidsMutation();
  return amount === 'bid'
    ? { words: 'bid', set: setBids, undo: undoBids }
    : { words: 'budget', set: setBudgets, undo: undoBudgets };
}

function Lines({ userId }: { userId: number }) {
  const all = useUnanswered(userId);
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null);
  return (
    <>
      {all.map((one) => (
        <Line key={one.key} userId={userId} one={one} onTrouble={setTrouble} />
      ))}
      <ActionTroubleNotice trouble={trouble} onDismiss={() => setTrouble(null)} />
    </>
  );
}

/** Changes of many amounts whose answer was lost, also over a reload: each may have been made, and is not made twice. */
export function UnansweredAmounts() {
  const { user } = useSession();
  return user ? <Lines key={user.id} userId={user.id} /> : null;
}
