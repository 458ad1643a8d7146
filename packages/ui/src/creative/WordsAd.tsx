import type { NativeParts, TextParts } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import classes from './creative.module.css';

/** From this height on the picture stands above the words, as in the tag. */
const TALL = 240;

interface WordsAdProps {
  /** CSS pixels, as of the zone. */
  height: number;
  native?: NativeParts;
  text?: TextParts;
}

/** A native or a text ad as the tag draws it on a page: in the font and the colours around it. */
export function WordsAd({ height, native, text }: WordsAdProps) {
  const { t } = useTranslation('ui');
  const label = <i>{t('ad.label')}</i>;
  if (native)
    return (
      <div className={classes.ad} data-tall={height >= TALL || undefined} style={{ blockSize: height }}>
        {native.image ? <img className={classes.photo} src={native.image.url} alt="" /> : null}
        <div>
          <b dir="auto">{native.title}</b>
          {native.body ? <p dir="auto">{native.body}</p> : null}
          <small>
            {label}
            {native.icon ? <img src={native.icon.url} alt="" /> : null}
            <span dir="auto">{native.sponsored_by}</span>
            {native.call_to_action ? (
              // The far end is the ad's; the direction, and where a long one is cut, are of its words.
              <em>
                <span dir="auto">{native.call_to_action}</span>
              </em>
            ) : null}
          </small>
        </div>
      </div>
    );
  if (!text) return null;
  return (
    <div className={classes.ad} data-text style={{ blockSize: height }}>
      <div>
        <b dir="auto">{text.headline}</b>
        <p dir="auto">{text.description}</p>
        <small>
          {label}
          <span dir="auto">{text.display_url}</span>
        </small>
      </div>
    </div>
  );
}
