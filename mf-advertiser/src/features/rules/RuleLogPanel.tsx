import type { RuleAct, RuleRun } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, Button, ErrorState, Panel, SegmentedControl, TableSkeleton, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useRulesLogInfiniteQuery } from './rules.api';
import classes from './rules.module.css';
import { useRuleWords } from './useRuleWords';

/** One thing that the rule did, with the figures it went by and a way to the campaign's history. */
function Act({ act }: { act: RuleAct }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const words = useRuleWords();
  const { subject, before_micros: before, after_micros: after } = act;
  return (
    <li>
      <span className={classes.sentence}>
        <b>
          <bdi>{words.subject(subject)}</bdi>
        </b>{' '}
        {t(`rules.outcome.${act.outcome}`, { action: words.kind(act.action.kind) })}
        {before === null || after === null
          ? null
          : ` ${t('rules.change', {
              before: format.money(before, { digits: [2, 4] }),
              after: format.money(after, { digits: [2, 4] }),
            })}`}
        {act.message ? ` ${act.message}` : null}
      </span>
      <span className={classes.quiet}>{act.figures.map(words.figure).join(' · ')}</span>
      <span>
        <AppLink className="ez-link" href={`/advertiser/campaigns/${subject.campaign_id}?tab=history`}>
          {t('rules.log.history', { campaign: subject.campaign })}
        </AppLink>
      </span>
    </li>
  );
}

function Run({ run }: { run: RuleRun }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  return (
    <li>
      <span>
        <b>{format.dateTime(run.period)}</b>{' '}
        {t('rules.log.run', { subjects: format.count(run.subjects), matched: format.count(run.matched) })}
        {run.held > 0 ? ` ${t('rules.log.held', { count: run.held })}` : null}
      </span>
      {run.acts.length > 0 ? (
        <ul className={classes.acts}>
          {run.acts.map((act) => (
            <Act key={act.id} act={act} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** What each evaluation of a rule found and did, newest first. */
export function RuleLogPanel({ id }: { id: string }) {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const [matched, setMatched] = useState(true);
  const log = useRulesLogInfiniteQuery({ id, matched });
  const runs = log.currentData?.pages.flatMap((page) => page.runs);
  const failure = toApiError(log.error);
  return (
    <Panel
      title={t('rules.log.title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('rules.log.filter')}
          value={matched ? 'matched' : 'all'}
          onChange={(value) => setMatched(value === 'matched')}
          data={[
            { value: 'matched', label: t('rules.log.matched') },
            { value: 'all', label: t('rules.log.all') },
          ]}
        />
      }
    >
      {failure ? (
        <ErrorState
          title={t('rules.log.failed')}
          requestId={failure.requestId}
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        >
          {errorText(failure)}
        </ErrorState>
      ) : runs === undefined ? (
        <TableSkeleton rows={4} columns={2} />
      ) : runs.length === 0 ? (
        <p className={classes.quiet}>{t(matched ? 'rules.log.noneMatched' : 'rules.log.none')}</p>
      ) : (
        <div className={classes.body}>
          <ol className={classes.acts}>
            {runs.map((run) => (
              <Run key={run.period} run={run} />
            ))}
          </ol>
          {log.hasNextPage ? (
            <div>
              <Button
                variant="default"
                loading={log.isFetchingNextPage}
                onClick={() => void log.fetchNextPage()}
              >
                {t('rules.log.older')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Panel>
  );
}
