import type { TraceSpan } from '@ezdash/contracts';
import { useAppDispatch } from '@ezdash/store';
import { Button } from '@ezdash/ui';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { debugSlice, type OpenedTimeline } from '../debugSlice';
import { TabSkeleton } from '../TabSkeleton';
import { AnsweredQueries } from './AnsweredQueries';
import styles from './logs.module.css';
import { TracesFailed } from './TracesFailed';
import { useDuration } from './useDuration';
import { useTimeline } from './useTimeline';
import { type PlacedSpan, placeSpans } from './waterfall';

const SKELETON_ROWS = 8;
/** Names beyond it are folded: SQL may have two thousand characters. */
const SHORT_NAME = 90;

function Name({ name }: { name: string }) {
  const text = name.replace(/\s+/g, ' ').trim();
  if (text.length <= SHORT_NAME) return <code dir="ltr">{text}</code>;
  return (
    <details>
      <summary>
        <code dir="ltr">{text.slice(0, SHORT_NAME)}…</code>
      </summary>
      <pre dir="ltr">{name.trim()}</pre>
    </details>
  );
}

/** Facts of a step in a line: `status 200 · attempt 1`. */
const factsOf = (detail: Record<string, unknown>) =>
  Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');

interface StepProps {
  placed: PlacedSpan;
  /** It is the request that was asked for. */
  isMeant: boolean;
}

function Step({ placed: { span, offsetMs, from, share }, isMeant }: StepProps) {
  const { t } = useTranslation('debug');
  const duration = useDuration();
  const place = { '--from': from, '--share': share } as CSSProperties;
  const facts = factsOf(span.detail);
  return (
    <li data-kind={span.kind} data-failed={span.failed} aria-current={isMeant || undefined}>
      <span className={styles.kind}>{t(`logsTab.kind.${span.kind}`)}</span>
      <div className={styles.what}>
        <Name name={span.name} />
        {facts === '' && !span.failed ? null : (
          <small>
            {span.failed ? <b>{t('logsTab.failed')} </b> : null}
            <span dir="ltr">{facts}</span>
          </small>
        )}
        {span.kind === 'request' ? <AnsweredQueries requestId={span.request_id} /> : null}
        <span className={styles.track} style={place} aria-hidden>
          <span />
        </span>
      </div>
      <span className={styles.times}>
        {span.duration_ms === null ? null : <b>{duration(span.duration_ms)}</b>}
        <small>{t('logsTab.from', { offset: duration(offsetMs) })}</small>
      </span>
    </li>
  );
}

/** All that the server did because of one click, in the order of its beginnings. */
export function Timeline({ opened: { correlationId, requestId, query } }: { opened: OpenedTimeline }) {
  const { t } = useTranslation('debug');
  const dispatch = useAppDispatch();
  const { queryWanted, timelineClosed } = debugSlice.actions;
  const duration = useDuration();
  const { data, error, refetch, isWaiting } = useTimeline(correlationId);
  const { placed, wholeMs } = placeSpans(data?.spans ?? []);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  const isMeant = ({ kind, request_id: id }: TraceSpan) =>
    requestId !== undefined && kind === 'request' && id === requestId;
  return (
    <section aria-label={t('logsTab.timeline')}>
      <div className={styles.bar}>
        <span className={styles.aside} aria-live="polite">
          {placed.length > 0
            ? t('logsTab.whole', {
                duration: duration(wholeMs),
                spans: t('logsTab.spans', { count: placed.length }),
              })
            : null}
          {isWaiting && !error ? ` · ${t('logsTab.waiting')}` : null}
        </span>
        <Button
          ref={back}
          variant="default"
          onClick={() => dispatch(query === undefined ? timelineClosed() : queryWanted(query))}
        >
          {t(query === undefined ? 'logsTab.back' : 'logsTab.backToQuery')}
        </Button>
      </div>
      <p className={styles.id} dir="ltr">
        {correlationId}
      </p>
      {error ? <TracesFailed error={error} onAgain={() => void refetch()} /> : null}
      {data || error ? null : <TabSkeleton rows={SKELETON_ROWS} />}
      {data && placed.length === 0 && !isWaiting ? (
        <p className={styles.empty}>{t('logsTab.nothing')}</p>
      ) : null}
      {placed.length > 0 ? (
        <ol className={styles.steps} aria-label={t('logsTab.steps')}>
          {placed.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and only ever become more
            <Step key={at} placed={each} isMeant={isMeant(each.span)} />
          ))}
        </ol>
      ) : null}
    </section>
  );
}
