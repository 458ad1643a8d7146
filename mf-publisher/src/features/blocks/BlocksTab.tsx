import type { PropertyDetail } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { BlockSkeleton, ErrorState, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { usePublisherBlocksQuery } from '../adReview/adReview.api';
import { BlockProblemNotice } from '../adReview/BlockProblemNotice';
import { useBlocking } from '../adReview/useBlocking';
import type { PropertyRequest } from '../properties/properties.api';
import { BlockForms } from './BlockForms';
import { BlockList } from './BlockList';
import { CategoryBlocks } from './CategoryBlocks';

interface BlocksTabProps {
  detail: PropertyDetail;
  request: PropertyRequest;
}

/** What a property does not show: by domain, advertiser, ad and category; each is taken back where it stands. */
export function BlocksTab({ detail: { property }, request }: BlocksTabProps) {
  const { t } = useTranslation('publisher');
  const query = usePublisherBlocksQuery(property.id);
  const blocking = useBlocking();
  const failure = toApiError(query.error);
  const isArchived = property.state === 'archived';
  const known = query.currentData;
  if (!known)
    return failure ? (
      <Panel label={t('blocks.loadFailed')}>
        <ErrorState
          title={t('blocks.loadFailed')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          requestId={failure.requestId}
        >
          {sentence(failure.message) || t('problem.noAnswer')}
        </ErrorState>
      </Panel>
    ) : (
      <BlockSkeleton />
    );
  const shared = { propertyId: property.id, blocking, isArchived };
  return (
    <div className="ez-stack">
      <BlockProblemNotice problem={blocking.problem} />
      <Panel title={t('blocks.panel')} hint={t('blocks.within')}>
        {isArchived ? null : (
          <BlockForms property={property} request={request} known={known} blocking={blocking} />
        )}
        <BlockList
          blocks={known.blocks.filter(({ kind }) => kind !== 'category')}
          label={t('blocks.panel')}
          {...shared}
        />
      </Panel>
      <CategoryBlocks known={known} {...shared} />
      {known.history.length > 0 ? (
        <Panel title={t('blocks.history')} hint={t('blocks.historyHint')}>
          <BlockList blocks={known.history} label={t('blocks.history')} {...shared} />
        </Panel>
      ) : null}
    </div>
  );
}
