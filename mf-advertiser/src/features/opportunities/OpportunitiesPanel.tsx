import type { Opportunity, OpportunityList } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import { AppLink, ErrorState, IconArrowRight, Panel, TableSkeleton, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../components/useErrorText';
import { useAdvertiserOpportunitiesQuery } from './opportunities.api';
import classes from './opportunities.module.css';
import { useOpportunityWords } from './useOpportunityWords';

const SKELETON_ROWS = 3;
/** In seconds: the server keeps its answer for longer while nothing is changed. */
const GOOD_FOR = 60;

function Item({ found }: { found: Opportunity }) {
  const words = useOpportunityWords();
  const { campaign, gains, costs_micros: costs, saves_micros: saves } = found;
  return (
    <li>
      <div className={classes.said}>
        <h3>{words.title(found)}</h3>
        <AppLink className={classes.campaign} href={`/advertiser/campaigns/${campaign.id}`}>
          <bdi>{campaign.name}</bdi>
        </AppLink>
        <p>{words.why(found)}</p>
        <p className={classes.brings}>
          {gains ? <span>{words.gains(gains)}</span> : null}
          {costs ? <span>{words.costs(costs)}</span> : null}
          {saves ? <span>{words.saves(saves)}</span> : null}
        </p>
        <small>{[words.sample(found), ...words.leftOut(found)].join(' ')}</small>
      </div>
      <AppLink className={`ez-link ${classes.action}`} href={found.cure.href}>
        {words.action(found.kind)} <IconArrowRight size={14} aria-hidden />
      </AppLink>
    </li>
  );
}

/** How many campaigns were looked at, and of how many nothing can be said. */
function LookedAt({ list }: { list: OpportunityList }) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { running, looked_at: looked, too_few: tooFew, days } = list;
  if (looked === 0) return <>{t('opportunities.noneRuns')}</>;
  const amount = format.count(looked);
  return (
    <>
      {looked < running
        ? t('opportunities.lookedAtOf', { amount, running: format.count(running), days })
        : t('opportunities.lookedAt', { count: looked, amount, days })}
      {tooFew > 0 ? ` ${t('opportunities.tooFew', { count: tooFew, amount: format.count(tooFew) })}` : null}
    </>
  );
}

function Found({ list }: { list: OpportunityList }) {
  const { t } = useTranslation('advertiser');
  const { opportunities } = list;
  return (
    <>
      {list.looked_at === 0 ? null : opportunities.length === 0 ? (
        <p className={classes.none}>
          {t(list.too_few === list.looked_at ? 'opportunities.noneYet' : 'opportunities.none')}
        </p>
      ) : (
        <ul className={classes.list} aria-label={t('opportunities.heading')}>
          {opportunities.map((found) => (
            <Item key={found.key} found={found} />
          ))}
        </ul>
      )}
      <p className={classes.note}>
        <LookedAt list={list} />
        {opportunities.length > 0 ? ` ${t('opportunities.estimate')}` : null}
      </p>
    </>
  );
}

/** What would do the running campaigns good: why, what it would bring a day, how sure, and the way to do it. */
export function OpportunitiesPanel() {
  const { t } = useTranslation('advertiser');
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = useAdvertiserOpportunitiesQuery(undefined, {
    refetchOnMountOrArgChange: GOOD_FOR,
  });
  const failure = toApiError(error);
  return (
    <Panel title={t('opportunities.heading')} flush={data !== undefined}>
      {data ? (
        <Found list={data} />
      ) : failure ? (
        <ErrorState
          title={t('opportunities.failed')}
          requestId={failure.requestId}
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {errorText(failure)}
        </ErrorState>
      ) : (
        <TableSkeleton rows={SKELETON_ROWS} />
      )}
    </Panel>
  );
}
