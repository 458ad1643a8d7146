import { Slot, sizeText, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { LiveGap } from './LiveGap';
import type { LiveNetwork } from './network.api';
import { commonScale, oneRow, type SizeFigures, sizeNameKey } from './sizes';
import styles from './welcome.module.css';

function FormatItem({ size, scale }: { size: SizeFigures; scale: number }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const nameKey = sizeNameKey(size);
  return (
    <li>
      <span className={styles.art}>
        <Slot
          size={size}
          image={size.sample}
          width={size.width * scale}
          alt={t('welcome.formats.sample', { size: sizeText(size) })}
        />
      </span>
      <b>{nameKey ? t(nameKey) : sizeText(size)}</b>
      <span>
        <bdi dir="ltr">{sizeText(size)}</bdi>
      </span>
      <span>
        {format.compact(size.requests)} <i aria-hidden>·</i> {format.money(size.ecpm_micros)}
      </span>
    </li>
  );
}

/** The formats with the most traffic in one row, all at one scale, with its requests and its price. */
export function Formats({ network }: { network: LiveNetwork }) {
  const { t } = useTranslation('shell');
  const { summary, failed, retry } = network;
  const sizes = oneRow(summary?.sizes ?? []);
  const { scale, wraps } = commonScale(sizes);
  return (
    <section className={styles.band} id="formats">
      <div className={styles.bandHead}>
        <h2>
          {sizes.length > 0
            ? t('welcome.formats.title', { count: sizes.length })
            : t('welcome.formats.titlePlain')}
        </h2>
        <p>{t('welcome.formats.text')}</p>
      </div>
      {failed ? <LiveGap onRetry={retry} /> : null}
      {summary && sizes.length === 0 ? <p className={styles.none}>{t('welcome.formats.none')}</p> : null}
      {sizes.length > 0 ? (
        <ul
          className={styles.formats}
          data-wraps={wraps || undefined}
          aria-label={t('welcome.formats.label')}
        >
          {sizes.map((size) => (
            <FormatItem key={sizeText(size)} size={size} scale={scale} />
          ))}
        </ul>
      ) : (
        <div className={styles.formatsRoom} hidden={summary !== null || failed} />
      )}
    </section>
  );
}
