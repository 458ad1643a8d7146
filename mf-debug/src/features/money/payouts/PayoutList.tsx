import type { OperatorPayout, PayoutState } from '@ezdash/contracts';
import { useLivePolling } from '@ezdash/store';
import { BusyButton, Button, confirm, EmptyState, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import type { RowAction } from '@ezdash/ui/data';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountName } from '../AccountCell';
import { MoneyFailure } from '../MoneyFailure';
import { MONEY_POLL_MS } from '../money.api';
import { OlderButton } from '../OlderButton';
import { QueryFailed } from '../QueryFailed';
import { uniqueRows } from '../uniqueRows';
import { PayoutsTable } from './PayoutsTable';
import { sumOf, worstFirst } from './payoutChecks';
import { useDebugPayoutsInfiniteQuery } from './payouts.api';
import { TermsDrawer } from './TermsDrawer';
import { TextDialog } from './TextDialog';
import type { PayoutAct, PayoutActions } from './usePayoutActions';

/** What can be done to payouts of a state; the first is the one to press. */
const ACTS: Readonly<Partial<Record<PayoutState, readonly (PayoutAct | 'send')[]>>> = {
  requested: ['approve', 'refuse'],
  approved: ['send', 'refuse'],
  sent: ['paid', 'failed'],
};
const DANGER: ReadonlySet<PayoutAct | 'send'> = new Set(['refuse', 'failed']);

interface Asked {
  act: 'refuse' | 'paid' | 'failed';
  payouts: readonly OperatorPayout[];
  clear: () => void;
}

function AskedDialog({
  asked,
  actions,
  onClose,
}: {
  asked: Asked;
  actions: PayoutActions;
  onClose: () => void;
}) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { act, payouts, clear } = asked;
  const count = payouts.length;
  const [first] = payouts;
  const values = {
    count,
    amount: format.money(sumOf(payouts)),
    name: first ? accountName(first.account) : '',
  };
  const isReference = act === 'paid';
  return (
    <TextDialog
      title={t(`money.payouts.ask.${act}`, values)}
      text={t(`money.payouts.askText.${act}`, values)}
      label={t(isReference ? 'money.match.bankReference' : 'money.why')}
      hint={t(`money.payouts.askHint.${act}`)}
      verb={t(`money.payouts.verb.${act}`, values)}
      isReference={isReference}
      failure={
        <MoneyFailure
          title={t(`money.payouts.didNot.${act}`, values)}
          failure={actions.outcome?.refused[0]?.error}
        />
      }
      onClose={onClose}
      onGiven={async (text) => {
        if (!(await actions.doAll(payouts, act, text))) return;
        clear();
        onClose();
      }}
    />
  );
}

interface PayoutListProps {
  state: PayoutState;
  actions: PayoutActions;
}

function useActs(actions: PayoutActions, ask: (asked: Asked) => void) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  return (act: PayoutAct | 'send', payouts: readonly OperatorPayout[], clear: () => void) => {
    const begin = async () => {
      if (act === 'approve') {
        if (await actions.doAll(payouts, act)) clear();
        return;
      }
      if (act !== 'send') return ask({ act, payouts, clear });
      const values = { count: payouts.length, amount: format.money(sumOf(payouts)) };
      const yes = await confirm({
        title: t('money.payouts.ask.send', values),
        text: t('money.payouts.askText.send'),
        verb: t('money.payouts.verb.send', values),
      });
      if (yes && (await actions.send(payouts))) clear();
    };
    void begin();
  };
}

/** Payouts of one state, what speaks against them, and what can be done to one or several. */
export function PayoutList({ state, actions }: PayoutListProps) {
  const { t } = useTranslation('debug');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [terms, setTerms] = useState<OperatorPayout['account'] | null>(null);
  const act = useActs(actions, (next) => {
    actions.forget();
    setAsked(next);
  });
  const polling = useLivePolling(MONEY_POLL_MS);
  const query = useDebugPayoutsInfiniteQuery(state, {
    ...polling,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const rows = useMemo(() => {
    const all = uniqueRows(query.data?.pages.flatMap(({ payouts }) => payouts) ?? []);
    return state === 'requested' ? worstFirst(all) : all;
  }, [query.data, state]);
  const acts = ACTS[state] ?? [];
  const nothing = () => undefined;
  const rowActions = (payout: OperatorPayout): RowAction[] => [
    ...acts.map((one) => ({
      id: one,
      label: t(`money.payouts.verbOne.${one}`),
      danger: DANGER.has(one),
      onSelect: () => act(one, [payout], nothing),
    })),
    { id: 'terms', label: t('money.terms.open'), onSelect: () => setTerms(payout.account) },
  ];
  const bulk = (payouts: readonly OperatorPayout[], clear: () => void): ReactNode =>
    acts.map((one, index) => {
      const label = t(`money.payouts.bulk.${one}`, { count: payouts.length });
      return index === 0 ? (
        <BusyButton key={one} busy={actions.busy} onClick={() => act(one, payouts, clear)}>
          {label}
        </BusyButton>
      ) : (
        <Button key={one} variant="default" onClick={() => act(one, payouts, clear)}>
          {label}
        </Button>
      );
    });
  return (
    <Panel label={t(`money.payouts.stateOf.${state}`)} flush>
      {query.data ? (
        <PayoutsTable
          state={state}
          payouts={rows}
          bulk={acts.length > 0 ? bulk : undefined}
          actions={rowActions}
          empty={
            <EmptyState title={t(`money.payouts.emptyOf.${state}`)}>
              {t(`money.payouts.emptyTextOf.${state}`)}
            </EmptyState>
          }
        />
      ) : query.error ? (
        <QueryFailed
          title={t('money.payouts.failed')}
          error={query.error}
          text={t('money.nothingLost')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <TableSkeleton rows={6} columns={5} />
      )}
      {query.hasNextPage ? (
        <OlderButton busy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()} />
      ) : null}
      {asked ? <AskedDialog asked={asked} actions={actions} onClose={() => setAsked(null)} /> : null}
      {terms ? <TermsDrawer account={terms} onClose={() => setTerms(null)} /> : null}
    </Panel>
  );
}
