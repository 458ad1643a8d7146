import type { FundsLine, TransactionDetail } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, Drawer, ErrorState, Money, Notice, TableSkeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { DocumentLinks } from './DocumentLinks';
import { useAdvertiserTransactionQuery } from './funds.api';
import classes from './funds.module.css';
import { LineState } from './LineState';
import { useLineWords } from './useLineWords';

const NOT_FOUND = 404;
/** A single posting is shown to the micro. */
const EXACT = { digits: 6, quietFrom: 2 } as const;
const LEDGER = { digits: 4, quietFrom: 2 } as const;

/** Where what a line is about is shown in full: the earnings of referrals, the line that was reversed, the news of an incident. */
function originOf({ kind, params }: FundsLine): { href: string; text: string } | null {
  if (kind === 'referral_release') return { href: '/advertiser/referrals', text: 'funds.seeReferrals' };
  if (kind === 'reversal' && typeof params.transaction === 'string')
    return {
      href: `/advertiser/funds?line=${encodeURIComponent(params.transaction)}`,
      text: 'funds.seeReversed',
    };
  if (kind === 'incident_credit' && typeof params.article === 'string')
    return { href: `/advertiser/news/${encodeURIComponent(params.article)}`, text: 'funds.seeIncident' };
  return null;
}

function Facts({ line }: { line: FundsLine }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { detail } = useLineWords()(line);
  const origin = originOf(line);
  return (
    <dl className={classes.facts}>
      <dt>{t('funds.column.when', { zone: format.timezone })}</dt>
      <dd>{format.dateTime(line.occurred_at, { seconds: true })}</dd>
      <dt>{t('funds.column.amount')}</dt>
      <dd>
        <b>
          <Money micros={line.amount_micros} signed {...LEDGER} />
        </b>
      </dd>
      <dt>{t('funds.balanceAfter')}</dt>
      <dd>
        <Money micros={line.balance_micros} {...LEDGER} />
      </dd>
      {detail ? (
        <>
          <dt>{t('funds.about')}</dt>
          <dd>
            <bdi>{detail}</bdi>
          </dd>
        </>
      ) : null}
      {origin ? (
        <>
          <dt>{t('funds.origin')}</dt>
          <dd>
            <AppLink href={origin.href}>{t(origin.text)}</AppLink>
          </dd>
        </>
      ) : null}
      {line.payment ? (
        <>
          <dt>{t('funds.payment')}</dt>
          <dd>
            <LineState line={line} />{' '}
            <AppLink href={`/payment/result?payment=${encodeURIComponent(line.payment.id)}`}>
              {t('funds.course')}
            </AppLink>
          </dd>
        </>
      ) : null}
      {line.documents.length > 0 ? (
        <>
          <dt>{t('funds.column.document')}</dt>
          <dd>
            <DocumentLinks documents={line.documents} />
          </dd>
        </>
      ) : null}
      <dt>{t('funds.number')}</dt>
      <dd className="ez-mono">{line.id}</dd>
    </dl>
  );
}

function Postings({ postings }: Pick<TransactionDetail, 'postings'>) {
  const { t, i18n } = useTranslation('advertiser');
  // Two postings of a transaction may be alike: their order is all that tells them apart.
  const keyed = postings.map((posting, at) => ({ ...posting, key: `${at} ${posting.account}` }));
  const nameOf = (account: string) =>
    i18n.exists(`funds.account.${account}`, { ns: 'advertiser' }) ? t(`funds.account.${account}`) : account;
  return (
    <section>
      <h3>{t('funds.postings')}</h3>
      <p className={classes.quiet}>{t('funds.postingsHint')}</p>
      <table className={classes.sums}>
        <caption className="ez-sr">{t('funds.postings')}</caption>
        <tbody>
          {keyed.map(({ key, account, amount_micros }) => (
            <tr key={key}>
              <th scope="row">{nameOf(account)}</th>
              <td>
                <Money micros={amount_micros} signed {...EXACT} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Events({ events, exact }: { events: NonNullable<TransactionDetail['events']>; exact: boolean }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const sum = events.reduce((total, { micros }) => total + micros, 0);
  return (
    <section>
      <h3>{t('funds.behind')}</h3>
      {exact ? null : <Notice tone="info">{t('funds.notExact')}</Notice>}
      <table className={classes.sums}>
        <caption className="ez-sr">{t('funds.behind')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('funds.event.campaign')}</th>
            <th scope="col">{t('funds.event.count')}</th>
            <th scope="col">{t('funds.event.cost')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ campaign_id, campaign, kind, count, micros }) => (
            <tr key={`${campaign_id} ${kind}`}>
              <th scope="row">
                <AppLink href={`/advertiser/campaigns/${campaign_id}`}>
                  <bdi>{campaign}</bdi>
                </AppLink>
                <small>{t(`funds.event.${kind}`)}</small>
              </th>
              <td>{format.count(count)}</td>
              <td>
                <Money micros={micros} {...EXACT} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('funds.event.sum')}</th>
            <td />
            <td>
              <Money micros={sum} {...EXACT} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Detail({ id }: { id: string }) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const query = useAdvertiserTransactionQuery(id);
  const failure = toApiError(query.error);
  const detail = query.currentData;
  if (detail)
    return (
      <div className={classes.detail}>
        <Facts line={detail.line} />
        {detail.events ? <Events events={detail.events} exact={detail.exact} /> : null}
        {detail.postings.length > 0 ? (
          <Postings postings={detail.postings} />
        ) : (
          <p className={classes.quiet}>{t('funds.noPostings')}</p>
        )}
      </div>
    );
  if (!failure) return <TableSkeleton rows={6} columns={2} />;
  if (failure.status === NOT_FOUND)
    return <ErrorState title={t('funds.lineMissing')}>{t('funds.lineMissingText')}</ErrorState>;
  return (
    <ErrorState
      title={t('funds.lineFailed')}
      requestId={failure.requestId}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    >
      {errorText(failure)}
    </ErrorState>
  );
}

function useLineTitle(id: string): string {
  const { t } = useTranslation('advertiser');
  const { currentData } = useAdvertiserTransactionQuery(id);
  const wordsOf = useLineWords();
  return currentData ? wordsOf(currentData.line).title : t('funds.transaction');
}

/** One line with what it is made of: its postings, and of ad spend the events behind it. */
export function LineDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return id === null ? null : <OpenDrawer id={id} onClose={onClose} />;
}

function OpenDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const title = useLineTitle(id);
  return (
    <Drawer opened onClose={onClose} title={title}>
      <Detail key={id} id={id} />
    </Drawer>
  );
}
