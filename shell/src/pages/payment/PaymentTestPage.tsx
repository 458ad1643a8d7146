import type { SandboxCheckout, SandboxChoice } from '@ezdash/contracts';
import { page, toApiError } from '@ezdash/store';
import {
  BlockSkeleton,
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Panel,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { HomeButton } from '../HomeButton';
import { NotFoundPage } from '../NotFoundPage';
import { useShellChooseOutcomeMutation, useShellTestPaymentQuery } from './paymentTest.api';
import classes from './paymentTest.module.css';
import { TestChallenge } from './TestChallenge';
import { TestOutcomes, TestSeed } from './TestOutcomes';

/** A late answer is on its way; any other `confirming` waits for the payer. */
const isLate = ({ scenario }: SandboxCheckout) => scenario === 'late-webhook';
const isAsked = (checkout: SandboxCheckout) => checkout.state === 'confirming' && !isLate(checkout);
const isOver = (checkout: SandboxCheckout) => checkout.state !== 'open' && !isAsked(checkout);

/** To where the payment was begun; as a page of the app when it is one. */
function useReturn() {
  const navigate = useNavigate();
  return (returnUrl: string) => {
    const { origin, pathname, search } = new URL(returnUrl, window.location.origin);
    if (origin === window.location.origin) navigate(pathname + search, { replace: true });
    else page.go(returnUrl);
  };
}

function Summary({ checkout }: { checkout: SandboxCheckout }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const amount = format.money(checkout.amount_micros, { currency: checkout.currency });
  const title = t('paymentTest.title', { amount });
  usePageTitle(title);
  return (
    <div className={classes.summary}>
      <p className={classes.mode}>{t('paymentTest.mode')}</p>
      <h1>{title}</h1>
      <p className={classes.lead}>{t('paymentTest.lead')}</p>
      <dl className={classes.facts}>
        <dt>{t('paymentTest.fact.for')}</dt>
        <dd>{checkout.description}</dd>
        <dt>{t('paymentTest.fact.payment')}</dt>
        <dd className="ez-mono">{checkout.payment_id}</dd>
        {isOver(checkout) ? null : (
          <>
            <dt>{t('paymentTest.fact.until')}</dt>
            <dd>{format.dateTime(checkout.expires_at)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** Nothing can be chosen any more. */
function Over({ checkout }: { checkout: SandboxCheckout }) {
  const { t } = useTranslation('shell');
  const back = useReturn();
  const { state, return_url } = checkout;
  const key = state === 'open' ? 'expired' : state;
  return (
    <Panel title={t(`paymentTest.over.${key}.title`)}>
      <p>{t(`paymentTest.over.${key}.text`)}</p>
      <div className={`ez-actions ez-actions-end ${classes.actions}`}>
        <Button onClick={() => back(return_url)}>{t('paymentTest.over.result')}</Button>
      </div>
    </Panel>
  );
}

interface CheckoutProps {
  checkout: SandboxCheckout;
  /** Reads how it stands now. */
  refresh: () => void;
}

function Checkout({ checkout, refresh }: CheckoutProps) {
  const { t } = useTranslation('shell');
  const back = useReturn();
  const [send, { isLoading: busy, error }] = useShellChooseOutcomeMutation();
  const failure = toApiError(error);
  const wasElsewhere = failure?.code === 'CHECKOUT_OVER';
  const choose = async (choice: SandboxChoice) => {
    const { data } = await send({ checkout: checkout.id, choice });
    if (!data) refresh();
    else if (isOver(data.checkout)) back(data.return_url);
  };
  return (
    <div className={classes.page}>
      <Summary checkout={checkout} />
      {failure ? (
        <Notice tone={wasElsewhere ? 'warn' : 'bad'}>
          {t(wasElsewhere ? 'paymentTest.elsewhere' : 'paymentTest.failed')}
        </Notice>
      ) : null}
      {isAsked(checkout) ? <TestChallenge checkout={checkout} busy={busy} choose={choose} /> : null}
      {checkout.state === 'open' ? (
        <>
          <TestOutcomes busy={busy} choose={choose} />
          <TestSeed busy={busy} choose={choose} />
        </>
      ) : null}
      {isOver(checkout) ? <Over checkout={checkout} /> : null}
    </div>
  );
}

/** No such checkout, or one of somebody else's. */
function Missing() {
  const { t } = useTranslation('shell');
  usePageTitle(t('page.paymentTest'));
  return (
    <EmptyState level={1} title={t('paymentTest.missing')} action={<HomeButton />}>
      {t('paymentTest.missingText')}
    </EmptyState>
  );
}

function CheckoutOf({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const query = useShellTestPaymentQuery(id, { refetchOnMountOrArgChange: true });
  const checkout = query.currentData;
  const failure = toApiError(query.error);
  if (failure?.code === 'NO_SUCH_CHECKOUT') return <Missing />;
  if (failure?.status === 404) return <NotFoundPage />;
  if (checkout) return <Checkout checkout={checkout} refresh={() => void query.refetch()} />;
  if (failure)
    return (
      <ErrorState
        level={1}
        title={t('paymentTest.loadFailed')}
        requestId={failure.requestId}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      >
        {t('paymentTest.loadFailedText')}
      </ErrorState>
    );
  return (
    <div className={classes.page}>
      <BlockSkeleton height={180} />
      <BlockSkeleton height={420} />
    </div>
  );
}

/**
 * `/payment/test?checkout=…`: the sandbox gateway's page, where a payer elsewhere would enter a card. Where there is no
 * sandbox, as in production, a checkout's address leads nowhere. Without a checkout there is nothing to ask for.
 */
export default function PaymentTestPage() {
  const [search] = useSearchParams();
  const id = search.get('checkout');
  return id ? <CheckoutOf key={id} id={id} /> : <Missing />;
}
