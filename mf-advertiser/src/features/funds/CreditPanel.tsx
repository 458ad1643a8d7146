import type { CreditDetail, CreditSummary } from '@ezdash/contracts';
import { Notice, Panel, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { DocumentLinks } from './DocumentLinks';
import { useAdvertiserCreditQuery } from './funds.api';
import classes from './funds.module.css';

const STATEMENT_STATES = { open: 'open', settled: 'paid', overdue: 'waiting' } as const;

function Due({ credit }: { credit: CreditSummary }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { due, state } = credit;
  if (!due) return state === 'paused' ? <Notice tone="warn">{t('funds.credit.paused')}</Notice> : null;
  const values = { amount: format.money(due.micros), date: format.date(due.at) };
  if (due.overdue_days > 0)
    return (
      <Notice tone="bad" title={t('funds.credit.overdue', { ...values, count: due.overdue_days })}>
        {t('funds.credit.overdueText')}
      </Notice>
    );
  return <p className={classes.quiet}>{t('funds.credit.due', values)}</p>;
}

function Statements({ statements }: Pick<CreditDetail, 'statements'>) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (
    <ul className={classes.statements} aria-label={t('funds.credit.statements')}>
      {statements.map((statement) => (
        <li key={statement.id}>
          <span>
            <b>{format.money(statement.owed_micros)}</b>
            <small>
              {statement.settled_at
                ? t('funds.credit.settledOn', { date: format.date(statement.settled_at) })
                : t('funds.credit.dueOn', { date: format.date(statement.due_at) })}
            </small>
          </span>
          <Status
            plain
            state={STATEMENT_STATES[statement.state]}
            label={t(`funds.credit.state.${statement.state}`)}
          />
          <DocumentLinks documents={statement.document ? [statement.document] : []} />
        </li>
      ))}
    </ul>
  );
}

/** What may be owed, what is, and until when. */
export function CreditPanel({ credit }: { credit: CreditSummary }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const detail = useAdvertiserCreditQuery();
  const { limit_micros: limit, owed_micros: owed, available_micros: available } = credit;
  const statements = detail.data?.statements ?? [];
  return (
    <Panel title={t('funds.credit.title')} hint={t('funds.credit.terms', { count: credit.terms_days })}>
      <div className={classes.credit}>
        {/* The figures below say the same. */}
        <div className={classes.bar} aria-hidden="true">
          <span data-part="owed" style={{ flexGrow: Math.min(owed, limit) }} />
          <span data-part="free" style={{ flexGrow: Math.max(0, limit - owed) }} />
        </div>
        <dl className={classes.legend}>
          {(
            [
              ['owed', owed],
              ['available', available],
              ['limit', limit],
            ] as const
          ).map(([key, micros]) => (
            <div key={key}>
              <dt>{t(`funds.credit.${key}`)}</dt>
              <dd>{format.money(micros)}</dd>
            </div>
          ))}
        </dl>
        <Due credit={credit} />
        {statements.length > 0 ? <Statements statements={statements} /> : null}
        {detail.error ? <Notice tone="warn">{t('funds.credit.statementsFailed')}</Notice> : null}
      </div>
    </Panel>
  );
}
