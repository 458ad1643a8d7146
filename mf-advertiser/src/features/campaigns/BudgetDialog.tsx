import type { CampaignBudgets, CampaignBudgetsAnswer } from '@ezdash/contracts';
import { LEAST, MICROS, MOST } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import {
  Button,
  Dialog,
  MoneyInput,
  Notice,
  SegmentedControl,
  TextInput,
  toast,
  useFormat,
} from '@ezdash/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import { newUuid } from '../funds/depositId';
import { useCampaignListBudgetsMutation, useCampaignListUndoBudgetsMutation } from './campaignList.api';
import classes from './campaigns.module.css';
import { type ActionTrouble, namedRefusals, portions } from './useCampaignActions';
import type { Chosen } from './useSelection';

interface BudgetDialogProps {
  campaigns: readonly Chosen[];
  onClose: () => void;
  /** What came of it: the campaigns that were changed, and what the page has to tell of the others. */
  onDone: (changed: readonly string[], trouble: ActionTrouble | null) => void;
}

type Change = CampaignBudgets['change'];
const CENT = MICROS / 100;
const PERCENT = /^[+\-−]?\d{1,3}([.,]\d{1,2})?$/;
const BOUNDS = { least: -90, most: 900 } as const;

/** A share as people write it; null when it is none. */
export function parsePercent(text: string): number | null {
  const bare = text.trim().replace(/\s*%$/, '');
  return PERCENT.test(bare) ? Number(bare.replace('−', '-').replace(',', '.')) : null;
}

const afterChange = (micros: number, change: Change) =>
  'set_micros' in change
    ? change.set_micros
    : Math.round((micros * (1 + change.percent / 100)) / CENT) * CENT;

/** What the change would come to a day, where all budgets are known. */
function sumsOf(campaigns: readonly Chosen[], change: Change): { before: number; after: number } | null {
  let before = 0;
  let after = 0;
  for (const { daily_budget_micros: micros } of campaigns) {
    if (micros === undefined) return null;
    before += micros;
    after += afterChange(micros, change);
  }
  return { before, after };
}

/** Sends the change in portions; what came before a failure stays done and is told. */
async function sendAll(
  ids: readonly string[],
  send: (some: string[]) => Promise<{ data?: CampaignBudgetsAnswer; error?: unknown }>,
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

/** One key a content as long as the dialog is open: what got no answer is asked for again under the same one. */
function useKeys(): (content: CampaignBudgets) => string {
  const keys = useRef(new Map<string, string>());
  return (content) => {
    const text = JSON.stringify(content);
    const key = keys.current.get(text) ?? newUuid();
    keys.current.set(text, key);
    return key;
  };
}

/** Daily budgets of several at once: to one amount, or each by a share of it, with what that comes to. */
export function BudgetDialog({ campaigns, onClose, onDone }: BudgetDialogProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const failureText = useFailureText();
  const form = useId();
  const [way, setWay] = useState<'set' | 'percent'>('percent');
  const [amount, setAmount] = useState<number | null>(null);
  const [percent, setPercent] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<ApiError | null>(null);
  // Those that got an answer are not asked again, be it that they were refused; the portions of the others stay the same.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [refusals, setRefusals] = useState<CampaignBudgetsAnswer['refused']>([]);
  const keyOf = useKeys();
  const left = campaigns.filter(({ id }) => !answered.has(id));
  const [setBudgets, { isLoading }] = useCampaignListBudgetsMutation();
  const [undoBudgets] = useCampaignListUndoBudgetsMutation();
  const share = parsePercent(percent);
  const change: Change | null =
    way === 'set'
      ? amount === null
        ? null
        : { set_micros: amount }
      : share === null
        ? null
        : { percent: share };
  const check = (): string | undefined => {
    if (way === 'percent')
      return share === null || share === 0 || share < BOUNDS.least || share > BOUNDS.most
        ? t('campaignList.budget.percentProblem', {
            least: format.count(BOUNDS.least),
            most: format.count(BOUNDS.most),
          })
        : undefined;
    const least = LEAST.dailyBudgetMicros;
    if (amount === null || amount < least) return t('problem.leastDaily', { amount: format.money(least) });
    if (amount > MOST.budgetMicros)
      return t('problem.mostBudget', { amount: format.money(MOST.budgetMicros) });
  };
  const undo = async (changed: CampaignBudgetsAnswer['changed']) => {
    const byId = new Map(changed.map((each) => [each.id, each]));
    const answer = await sendAll([...byId.keys()], (some) =>
      undoBudgets({ changed: some.flatMap((id) => byId.get(id) ?? []) }),
    );
    if (answer.error || answer.refused.length > 0)
      onDone([], { error: answer.error, refused: namedRefusals(answer.refused, campaigns) });
    if (answer.changed.length > 0)
      toast({ text: t('campaignList.budget.undone', { count: answer.changed.length }) });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = check();
    if (isLoading || wrong !== undefined || change === null) return setProblem(wrong);
    setFailed(null);
    const { error, ...answer } = await sendAll(
      left.map(({ id }) => id),
      (ids) => {
        const content = { ids, change };
        return setBudgets({ ...content, key: keyOf(content) });
      },
    );
    const { changed } = answer;
    const refused = [...refusals, ...answer.refused];
    if (changed.length > 0)
      toast({
        text: t('campaignList.budget.done', { count: changed.length }),
        undo: () => void undo(changed),
      });
    onDone(
      changed.map(({ id }) => id),
      error || refused.length > 0 ? { error, refused: namedRefusals(refused, campaigns) } : null,
    );
    if (!error) return onClose();
    setFailed(error);
    setRefusals(refused);
    setAnswered(new Set([...answered, ...[...changed, ...answer.refused].map(({ id }) => id)]));
  };
  const sums = change && check() === undefined ? sumsOf(left, change) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('campaignList.budget.title', { count: left.length })}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('campaignList.cancel')}
          </Button>
          <Button type="submit" form={form} loading={isLoading}>
            {t('campaignList.budget.verb', { count: left.length })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save} className={classes.budget}>
        {failed ? (
          <Notice tone="bad" details={t('campaignList.budget.left', { count: left.length })}>
            {failureText(failed)}
          </Notice>
        ) : null}
        <SegmentedControl
          aria-label={t('campaignList.budget.way')}
          value={way}
          data={[
            { value: 'percent', label: t('campaignList.budget.byShare') },
            { value: 'set', label: t('campaignList.budget.toAmount') },
          ]}
          onChange={(value) => {
            setWay(value === 'set' ? 'set' : 'percent');
            setProblem(undefined);
          }}
        />
        {way === 'set' ? (
          <MoneyInput
            data-autofocus
            label={t('edit.dailyUnit')}
            value={amount}
            error={problem}
            onChange={(value) => {
              setAmount(value);
              setProblem(undefined);
            }}
          />
        ) : (
          <TextInput
            data-autofocus
            label={t('campaignList.budget.percent')}
            description={t('campaignList.budget.percentHint')}
            inputMode="decimal"
            value={percent}
            error={problem}
            onChange={(event) => {
              setPercent(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
        )}
        <p className={classes.effect} aria-live="polite">
          {sums
            ? t('campaignList.budget.effect', {
                before: format.money(sums.before),
                after: format.money(sums.after),
              })
            : t('campaignList.budget.effectNone')}
        </p>
      </form>
    </Dialog>
  );
}
