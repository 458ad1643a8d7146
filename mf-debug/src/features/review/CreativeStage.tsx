import type { Creative } from '@ezdash/contracts';
import { Button, SlotThumb, useFormat } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { useFittedWidth } from './useFittedWidth';

/** Room for the height's dimension line beside the picture. */
const MEASURE_PX = 44;

interface PictureProps {
  creative: Creative;
  /** Drawn width in CSS pixels. */
  width: number;
}

/** The creative with its measures, as on a plan. */
function Picture({ creative, width }: PictureProps) {
  const { t } = useTranslation('debug');
  const [isBroken, setBroken] = useState(false);
  const { image, alt, name } = creative;
  const style = { inlineSize: width, aspectRatio: `${image.width} / ${image.height}` };
  return (
    <div className={styles.plan} dir="ltr">
      {isBroken ? (
        <span className={styles.broken} style={style} role="alert">
          {t('review.imageFailed')}
        </span>
      ) : (
        <img
          className="ez-slot"
          src={image.url}
          alt={alt || name}
          style={style}
          onError={() => setBroken(true)}
        />
      )}
      <span className={styles.measureX} aria-hidden="true">
        {image.width}
      </span>
      <span className={styles.measureY} aria-hidden="true">
        {image.height}
      </span>
    </div>
  );
}

interface SwitcherProps {
  creatives: readonly Creative[];
  chosenId: string;
  onChoose: (id: string) => void;
}

function Switcher({ creatives, chosenId, onChoose }: SwitcherProps) {
  const { t } = useTranslation('debug');
  return (
    <fieldset className={styles.switcher}>
      <legend className="ez-sr">{t('review.creative')}</legend>
      {creatives.map(({ id, name, image }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosenId}
          aria-label={`${name}, ${image.width}×${image.height}`}
          onClick={() => onChoose(id)}
        >
          <SlotThumb size={image} image={image.url} box={30} />
          <span dir="ltr">{`${image.width}×${image.height}`}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** The campaign's creatives at their true size, one at a time; what is wider than the page is fitted, and says so. */
export function CreativeStage({ creatives }: { creatives: readonly Creative[] }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const stage = useRef<HTMLDivElement>(null);
  const room = useFittedWidth(stage) - MEASURE_PX;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [wantsTrueSize, setWantsTrueSize] = useState(false);
  const creative = creatives.find(({ id }) => id === chosenId) ?? creatives[0];
  const trueWidth = creative?.image.width ?? 0;
  const isTooWide = room > 0 && trueWidth > room;
  const width = isTooWide && !wantsTrueSize ? room : trueWidth;
  const scale = trueWidth === 0 ? 1 : width / trueWidth;
  return (
    <div className={styles.stageBox}>
      <div className={styles.stage} data-scrolls={isTooWide && wantsTrueSize ? true : undefined}>
        <div ref={stage} className={styles.stageRoom}>
          {creative ? (
            <Picture key={creative.id} creative={creative} width={width} />
          ) : (
            <p className="ez-dim">{t('review.noCreatives')}</p>
          )}
        </div>
      </div>
      {creative ? (
        <div className={styles.stageFoot}>
          {creatives.length > 1 ? (
            <Switcher creatives={creatives} chosenId={creative.id} onChoose={setChosenId} />
          ) : null}
          <span className={styles.scale}>
            {scale === 1 ? t('review.trueSize') : t('review.scaled', { percent: format.percent(scale, 0) })}
          </span>
          {isTooWide ? (
            <Button variant="subtle" onClick={() => setWantsTrueSize(!wantsTrueSize)}>
              {t(wantsTrueSize ? 'review.showFitted' : 'review.showTrue')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
