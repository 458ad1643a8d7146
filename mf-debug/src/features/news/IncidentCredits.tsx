import { INCIDENT_CREDIT } from '@ezdash/contracts/constants';
import { toApiError, useWithProof } from '@ezdash/store';
import {
  BusyButton,
  confirm,
  ErrorState,
  MoneyInput,
  Panel,
  TableSkeleton,
  TextInput,
  toast,
  useForm,
  useFormat,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { AccountFinder, type FoundAccount } from '../console/AccountFinder';
import { MoneyFailure } from '../money/MoneyFailure';
import { useSentId } from '../money/useSentId';
import { useWhyProblem, WHY_LENGTH } from '../money/useWhyProblem';
import { useDebugGiveIncidentCreditMutation, useDebugIncidentCreditsQuery } from './news.api';
import styles from './news.module.css';
import { useFailureText } from './useFailureText';

/** Named as the server names them, so that its refusals find their fields. */
interface Values {
  advertiser_id: FoundAccount | null;
  amount_micros: number | null;
  why: string;
}

function useGiving(articleId: string) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { run } = useWithProof();
  const [give] = useDebugGiveIncidentCreditMutation();
  const { idFor, done } = useSentId();
  const whyProblem = useWhyProblem();
  const most = INCIDENT_CREDIT.mostMicros;
  const form = useForm<Values>({
    initial: { advertiser_id: null, amount_micros: null, why: '' },
    check: ({ advertiser_id, amount_micros, why }) => ({
      advertiser_id: advertiser_id ? undefined : t('news.credits.accountMissing'),
      amount_micros:
        amount_micros === null || amount_micros <= 0 || amount_micros > most
          ? t('news.credits.amountWrong', { most: format.money(most) })
          : undefined,
      why: whyProblem(why),
    }),
    onSubmit: async ({ advertiser_id: account, amount_micros, why }) => {
      if (!account || amount_micros === null) return;
      const words = { amount: format.money(amount_micros), name: account.name || account.email };
      const verb = t('news.credits.give', words);
      const title = t('news.credits.ask', words);
      if (!(await confirm({ title, text: t('news.credits.askText'), verb }))) return;
      const content = { id: articleId, advertiser_id: account.id, amount_micros, why: why.trim() };
      await run(() => give({ ...content, key: idFor(content) }).unwrap());
      done();
      toast({ text: t('news.credits.given', words) });
      form.reset();
    },
  });
  return form;
}

function Given({ articleId }: { articleId: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const failureText = useFailureText();
  const query = useDebugIncidentCreditsQuery(articleId);
  const failure = toApiError(query.error);
  if (failure)
    return (
      <ErrorState
        title={t('news.credits.failed')}
        requestId={failure.requestId}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {failureText(failure)}
      </ErrorState>
    );
  const list = query.currentData;
  if (!list) return <TableSkeleton rows={2} columns={3} />;
  if (list.credits.length === 0) return <p className="ez-dim">{t('news.credits.none')}</p>;
  return (
    <>
      <p className="ez-dim">{t('news.credits.total', { amount: format.money(list.total_micros) })}</p>
      <ul className={styles.credits}>
        {list.credits.map(
          ({ transaction, account, amount_micros, why, granted_at, granted_by, taken_back }) => (
            <li key={transaction}>
              <span>
                <bdi>{account.company || account.email}</bdi>
                <small>
                  <bdi>{why}</bdi> ·{' '}
                  {t('news.credits.by', { name: granted_by, time: format.dateTime(granted_at) })}
                  {taken_back ? <> · {t('news.credits.takenBack')}</> : null}
                </small>
              </span>
              <b>{format.money(amount_micros)}</b>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

/** What advertisers are given for an incident, and what they were given before. */
export function IncidentCredits({ articleId }: { articleId: string }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const form = useGiving(articleId);
  const amount = form.values.amount_micros;
  return (
    <Panel title={t('news.credits.title')}>
      <div className={styles.desk}>
        <form {...form.props} className={styles.form}>
          <AccountFinder
            {...form.field('advertiser_id')}
            accountRole="advertiser"
            label={t('news.credits.account')}
            description={t('news.credits.accountHint')}
            onChange={(found) => form.set({ advertiser_id: found })}
          />
          <MoneyInput {...form.field('amount_micros')} label={t('news.credits.amount')} />
          <TextInput
            {...form.field('why')}
            label={t('news.credits.why')}
            description={t('news.credits.whyHint')}
            maxLength={WHY_LENGTH}
            autoComplete="off"
          />
          <MoneyFailure
            title={t('news.credits.notGiven')}
            failure={form.failure}
            otherErrors={form.otherErrors}
          />
          <div>
            <BusyButton type="submit" variant="default" busy={form.pending}>
              {amount !== null && amount > 0
                ? t('news.credits.give', { amount: format.money(amount) })
                : t('news.credits.giveNone')}
            </BusyButton>
          </div>
        </form>
        <div>
          <Given articleId={articleId} />
        </div>
      </div>
    </Panel>
  );
}
