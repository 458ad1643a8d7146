import type { PropertyDetail, Zone } from '@ezdash/contracts';
import { CodeBlock, Drawer, Notice, SegmentedControl, Slot, sizeText, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PropertyRequest, usePublisherPropertyQuery } from '../properties/properties.api';
import { ListeningLine } from './ListeningLine';
import { ServerKey } from './ServerKey';
import { TagDebugger } from './TagDebugger';
import { TagGuide } from './TagGuide';
import styles from './tag.module.css';
import { frameText, serveUrl, vastUrl } from './tagText';

/** How often the server is asked for the first ad request while the drawer is open. */
export const LISTEN_MS = 2_000;
const PREVIEW_PX = { width: 420, height: 200 };

type Kind = 'javascript' | 'frame' | 'json' | 'vast';
/** A page draws every ad but a video, which is for players. */
const kindsOf = (zone: Zone): readonly Kind[] =>
  zone.kind === 'video' ? ['vast', 'json'] : ['javascript', 'frame', 'json'];

function TagCode({ zone, detail }: { zone: Zone; detail: PropertyDetail }) {
  const { tag_url: tagUrl } = detail;
  const { t } = useTranslation('publisher');
  const kinds = kindsOf(zone);
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'json');
  const size = sizeText(zone);
  return (
    <>
      <SegmentedControl
        aria-label={t('tag.kind')}
        fullWidth
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        data={kinds.map((value) => ({
          value,
          label: t(value === 'frame' ? 'tagGuide.frame' : `tag.${value}`),
        }))}
      />
      {kind === 'vast' ? (
        <>
          <p className={styles.small}>{t('tag.vastHowTo')}</p>
          <CodeBlock code={vastUrl(zone.id, tagUrl)} label={t('tag.vastLabel', { size })} language="URL" />
        </>
      ) : null}
      {kind === 'javascript' ? <TagGuide zone={zone} detail={detail} /> : null}
      {kind === 'frame' ? (
        <>
          <p className={styles.small}>{t('tagGuide.frameHowTo')}</p>
          <CodeBlock code={frameText(zone, tagUrl)} label={t('tagGuide.frameLabel', { size })} />
        </>
      ) : null}
      {kind === 'json' ? (
        <>
          <p className={styles.small}>{t('tag.jsonHowTo')}</p>
          <CodeBlock
            code={`GET ${serveUrl(zone.id, tagUrl)}`}
            label={t('tag.jsonLabel', { size })}
            language="HTTP"
          />
          <p className={styles.small}>{t('tag.jsonRules')}</p>
          <ServerKey detail={detail} zoneId={zone.id} />
        </>
      ) : null}
    </>
  );
}

function Preview({ zone }: { zone: Zone }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  // What is as wide as its place is drawn as wide as ours.
  const width = zone.width || PREVIEW_PX.width;
  const scale = Math.min(1, PREVIEW_PX.width / width, PREVIEW_PX.height / zone.height);
  return (
    <div className={styles.preview}>
      <span>{t('tag.preview', { percent: format.percent(scale, 0) })}</span>
      <Slot size={{ width, height: zone.height }} width={Math.round(width * scale)} />
    </div>
  );
}

/** Why a tag that is in place shows nothing, where the reason is the publisher's to know. */
function notServing(zone: Zone, property: PropertyDetail['property']): string | null {
  if (zone.state === 'paused') return 'pausedZone';
  if (zone.state === 'archived') return 'archivedZone';
  if (zone.state === 'stopped') return 'stoppedZone';
  const { state } = property;
  if (state === 'approved') return null;
  return state === 'rejected' || state === 'archived' || state === 'stopped'
    ? `${state}Property`
    : 'pendingProperty';
}

function Body({ zoneId, request }: { zoneId: string; request: PropertyRequest }) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const { data, isError } = usePublisherPropertyQuery(request, { pollingInterval: LISTEN_MS });
  const zone = data?.zones.find(({ id }) => id === zoneId);
  if (!data || !zone) return null;
  const reason = notServing(zone, data.property);
  return (
    <div className={styles.stack}>
      {reason ? <Notice tone="warn">{t(`tag.notServing.${reason}`)}</Notice> : null}
      <TagCode zone={zone} detail={data} />
      <Preview zone={zone} />
      <ListeningLine key={zone.id} zone={zone} isLost={isError} />
      <dl className={styles.facts}>
        <dt>{t('tag.lastSeen')}</dt>
        <dd>{zone.last_request_at === null ? t('tag.never') : format.dateTime(zone.last_request_at)}</dd>
        <dt>{t('tag.zoneId')}</dt>
        <dd className="ez-mono">{zone.id}</dd>
        <dt>{t('tag.fallback')}</dt>
        <dd>{t(zone.passback_html ? 'zoneDepth.passbackShort' : `tag.${zone.fallback}`)}</dd>
        {zone.refresh_seconds ? (
          <>
            <dt>{t('zoneDepth.refresh')}</dt>
            <dd>{t('zoneDepth.every', { count: zone.refresh_seconds })}</dd>
          </>
        ) : null}
      </dl>
      {zone.kind === 'video' ? null : <TagDebugger property={data.property} />}
    </div>
  );
}

interface TagDrawerProps {
  /** Null: closed. */
  zone: Zone | null;
  /** The property and days the page shows, so that both read one answer. */
  request: PropertyRequest;
  onClose: () => void;
}

/** The zone's tag to copy, and a line that listens for its first ad request. */
export function TagDrawer({ zone, request, onClose }: TagDrawerProps) {
  const { t } = useTranslation('publisher');
  return (
    <Drawer opened={zone !== null} onClose={onClose} title={t('tag.title', { name: zone?.name ?? '' })}>
      {zone ? <Body zoneId={zone.id} request={request} /> : null}
    </Drawer>
  );
}
