import type { AdsTxtCheck, AdsTxtResult, Property } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import {
  AppLink,
  BlockSkeleton,
  BusyButton,
  CodeBlock,
  ErrorState,
  Notice,
  Panel,
  useFormat,
} from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { AdsTxtHints } from './AdsTxtHints';
import { AdsTxtState } from './AdsTxtState';
import { usePublisherAdsTxtQuery } from './adsTxt.api';
import classes from './adsTxt.module.css';
import { useAdsTxtCheck } from './useAdsTxtCheck';

function Facts({ check, result }: { check: AdsTxtCheck; result: AdsTxtResult }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const url = result.url ?? check.file_url;
  return (
    <dl className={classes.facts}>
      <dt>{t('adsTxt.fact.file')}</dt>
      <dd>
        <a href={url} target="_blank" rel="noreferrer">
          <bdi dir="ltr">{url}</bdi>
        </a>
      </dd>
      {result.line === null ? null : (
        <>
          <dt>{t('adsTxt.fact.line', { line: result.line_number })}</dt>
          <dd className="ez-mono">
            <bdi dir="ltr">{result.line}</bdi>
          </dd>
        </>
      )}
      {result.record_count === 0 ? null : (
        <>
          <dt>{t('adsTxt.fact.records')}</dt>
          <dd>
            {t('adsTxt.fact.recordsOf', {
              count: result.record_count,
              formatted: format.count(result.record_count),
              others: format.count(result.seller_count),
            })}
          </dd>
        </>
      )}
      <dt>{t('adsTxt.fact.since')}</dt>
      <dd>
        {format.dateTime(result.changed_at)}
        {result.previous_status
          ? ` · ${t('adsTxt.fact.before', { status: t(`adsTxt.status.${result.previous_status}.word`) })}`
          : ''}
      </dd>
      <dt>{t('adsTxt.fact.checked')}</dt>
      <dd>{format.dateTime(result.checked_at)}</dd>
      <dt>{t('adsTxt.fact.next')}</dt>
      <dd>{format.dateTime(result.next_at)}</dd>
    </dl>
  );
}

/** The last look got no answer. */
function Trouble({ result }: { result: AdsTxtResult }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  if (!result.trouble || !result.failing_since || result.status === result.trouble) return null;
  return (
    <Notice tone="warn" title={t(`adsTxt.status.${result.trouble}.word`)}>
      {t('adsTxt.trouble', { since: format.dateTime(result.failing_since) })}
    </Notice>
  );
}

function Found({ check, property }: { check: AdsTxtCheck; property: Property }) {
  const { t } = useTranslation('publisher');
  const { check: checkNow, checking, failure } = useAdsTxtCheck();
  const { result, line } = check;
  const word = `adsTxt.status.${result?.status ?? 'none'}` as const;
  const http = result?.http_status ?? '';
  return (
    <Panel
      title={t('adsTxt.title')}
      aside={
        property.state === 'archived' ? null : (
          <BusyButton
            variant="default"
            busy={checking === property.id}
            onClick={() => void checkNow(property.id)}
          >
            {t('adsTxt.checkNow')}
          </BusyButton>
        )
      }
    >
      <div className={classes.stack}>
        <div className={classes.verdict}>
          <AdsTxtState result={result} />
          <p>
            {t(`${word}.text`, { domain: property.domain, http })}{' '}
            {t(`${word}.todo`, { file: check.file_url })}
          </p>
        </div>
        {failure ? (
          <Notice tone="bad" title={t('adsTxt.notChecked')}>
            {sentence(failure.message) || t('problem.noAnswer')}
          </Notice>
        ) : null}
        {result ? <Trouble result={result} /> : null}
        <CodeBlock code={line} label={t('adsTxt.line')} language="ads.txt" />
        {result ? <Facts check={check} result={result} /> : null}
        <AdsTxtHints hints={result?.hints ?? []} />
        <p className={classes.quiet}>
          {t('adsTxt.why')} <AppLink href="/publisher/partners">{t('adsTxt.toPartners')}</AppLink>
        </p>
      </div>
    </Panel>
  );
}

/** `?tab=ads-txt` of a property: what its file says of us, and the line that belongs into it. */
export function AdsTxtTab({ property }: { property: Property }) {
  const { t } = useTranslation('publisher');
  const { data, error, isFetching, refetch } = usePublisherAdsTxtQuery(property.id);
  const failure = toApiError(error);
  if (data) return <Found check={data} property={property} />;
  if (!failure) return <BlockSkeleton height={320} />;
  return (
    <Panel label={t('adsTxt.failed')}>
      <ErrorState
        title={t('adsTxt.failed')}
        onRetry={() => void refetch()}
        retrying={isFetching}
        requestId={failure.requestId}
      >
        {sentence(failure.message) || t('problem.noAnswer')}
      </ErrorState>
    </Panel>
  );
}
