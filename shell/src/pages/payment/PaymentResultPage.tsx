import type { PaymentDetail } from '@ezdash/contracts';
import { type ApiError, api, toApiError, useAppDispatch, useLiveStatus } from '@ezdash/store';
import {
  AppLink,
  BlockSkeleton,
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Panel,
  TransferDetails,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { HomeButton } from '../HomeButton';
import { PaymentCourse } from './PaymentCourse';
import { PaymentFacts } from './PaymentFacts';
import { PaymentMark } from './PaymentMark';
import { useShellPaymentQuery } from './paymentResult.api';
import classes from './paymentResult.module.css';
import { againPath, isOpen, type Standing, standingOf } from './paymentStanding';
import { usePollWhileOpen } from './usePollWhileOpen';

/** Not there, or not for who looks. */
const NOT_THEIRS: readonly (number | string)[] = [403, 404];
const FUNDS = '/advertiser/funds';

/** What there is to do now, the one next step filled. */
function Actions({ payment, standing }: { payment: PaymentDetail; standing: Standing }) {
  const { t } = useTranslation('shell');
  const { next } = payment;
  const print = (
    <Button variant="default" onClick={() => window.print()}>
      {t('payment.print')}
    </Button>
  );
  if (next?.kind === 'checkout')
    return (
      <>
        <Button variant="default" component={AppLink} href={FUNDS}>
          {t('payment.toFunds')}
        </Button>
        <Button component="a" href={next.url}>
          {t('payment.continue', { gateway: payment.gateway.name })}
        </Button>
      </>
    );
  const again = standing === 'failed' || standing === 'cancelled';
  return (
    <>
      {print}
      {again ? (
        <Button variant="default" component={AppLink} href={FUNDS}>
          {t('payment.toFunds')}
        </Button>
      ) : null}
      <Button component={AppLink} href={again ? againPath(payment) : FUNDS}>
        {t(again ? 'payment.again' : 'payment.toFunds')}
      </Button>
    </>
  );
}

/** Money of a deposit that has gone back since, or is about to. */
function GivenBack({ payment }: { payment: PaymentDetail }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const money = (micros: number) => format.money(micros, { currency: payment.currency });
  const lines = [
    ['charged_back', payment.charged_back_micros, 'warn'],
    ['refunded', payment.refunded_micros, 'info'],
    ['refunding', payment.refunding_micros, 'info'],
  ] as const;
  return lines.map(([key, micros, tone]) =>
    micros > 0 ? (
      <Notice key={key} tone={tone}>
        {t(`payment.back.${key}`, { amount: money(micros) })}
      </Notice>
    ) : null,
  );
}

/** The result in words. */
function useWords() {
  const { t } = useTranslation(['shell', 'ui']);
  const format = useFormat();
  return (payment: PaymentDetail, isNew: boolean) => {
    const standing = standingOf(payment, isNew);
    const values = {
      amount: format.money(payment.amount_micros, { currency: payment.currency }),
      charged: format.money(payment.charged_micros, { currency: payment.currency }),
      bonus: format.money(payment.bonus_micros, { currency: payment.currency }),
      gateway: payment.gateway.name,
    };
    const why = payment.failure ? `${t(`ui:payment.failure.${payment.failure}`)}. ` : '';
    const key = standing === 'paid' && payment.bonus_micros > 0 ? 'paidBonus' : standing;
    return {
      standing,
      title: t(`payment.standing.${standing}.title`, values),
      text: `${why}${t(`payment.text.${key}`, values)}`,
    };
  };
}

/** Figures elsewhere on the page are of before; where nothing is told live they would stay so for a while. */
function useFreshFigures(payment: PaymentDetail): void {
  const dispatch = useAppDispatch();
  const { status } = useLiveStatus();
  const open = isOpen(payment);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && status !== 'live')
      dispatch(api.util.invalidateTags(['AdvertiserDashboard', 'Funds', 'Campaign']));
    wasOpen.current = open;
  }, [open, status, dispatch]);
}

interface ResultProps {
  payment: PaymentDetail;
  isNew: boolean;
  stale: boolean;
}

function Result({ payment, isNew, stale }: ResultProps) {
  const { t } = useTranslation('shell');
  const { standing, title, text } = useWords()(payment, isNew);
  usePageTitle(title);
  useFreshFigures(payment);
  return (
    <div className={classes.page} data-payment>
      <Panel label={t('page.paymentResult')}>
        <div className={classes.head}>
          <PaymentMark standing={standing} />
          {/* Read out when it changes: the page turns from waiting to paid by itself. */}
          <div role="status">
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
        </div>
        <div className={classes.notes}>
          <GivenBack payment={payment} />
          {stale ? <Notice tone="warn">{t('payment.stale')}</Notice> : null}
        </div>
        {payment.next?.kind === 'transfer' ? (
          <TransferDetails transfer={payment.next} currency={payment.currency} />
        ) : null}
        <PaymentFacts payment={payment} />
        <div className={`ez-actions ez-actions-end ${classes.actions}`}>
          <Actions payment={payment} standing={standing} />
        </div>
      </Panel>
      {payment.events.length > 0 ? (
        <PaymentCourse events={payment.events} currency={payment.currency} />
      ) : null}
    </div>
  );
}

/** No such payment, or one of another account: which of the two is nobody's to know. */
function Missing() {
  const { t } = useTranslation('shell');
  usePageTitle(t('page.paymentResult'));
  return (
    <EmptyState level={1} title={t('payment.missing')} action={<HomeButton />}>
      {t('payment.missingText')}
    </EmptyState>
  );
}

interface FailedProps {
  failure: ApiError;
  retrying: boolean;
  onRetry: () => void;
}

function Failed({ failure, retrying, onRetry }: FailedProps) {
  const { t } = useTranslation('shell');
  return (
    <ErrorState
      level={1}
      title={t('payment.loadFailed')}
      requestId={failure.requestId}
      retrying={retrying}
      onRetry={onRetry}
    >
      {t('payment.loadFailedText')}
    </ErrorState>
  );
}

function PaymentOf({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  const poll = usePollWhileOpen();
  const query = useShellPaymentQuery(id, { ...poll.options, refetchOnMountOrArgChange: true });
  const payment = query.currentData;
  poll.follow(payment);
  const failure = toApiError(query.error);
  if (failure && NOT_THEIRS.includes(failure.status)) return <Missing />;
  if (payment) return <Result payment={payment} isNew={poll.isNew} stale={failure !== null} />;
  if (failure)
    return <Failed failure={failure} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <div className={classes.page}>
      <Panel label={t('page.paymentResult')}>
        <BlockSkeleton height={320} />
      </Panel>
    </div>
  );
}

/** `/payment/result?payment=pay_…`: what has become of a payment. Turns by itself, and may be opened again any time. */
export default function PaymentResultPage() {
  const [search] = useSearchParams();
  const id = search.get('payment');
  return id ? <PaymentOf key={id} id={id} /> : <Missing />;
}
