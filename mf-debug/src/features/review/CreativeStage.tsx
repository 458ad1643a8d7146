import type { Creative } from '@ezdash/contracts';
import { FLUID_SIZES } from '@ezdash/contracts/constants';
import { Button, creativePicture, creativeShape, SlotThumb, sizeText, useFormat } from '@ezdash/ui';
import { CreativeView } from '@ezdash/ui/data';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './review.module.css';
import { useClickSeen, withClick } from './useClickSeen';
import { useFittedWidth } from './useFittedWidth';

/** Room for the height's dimension line beside the picture. */
const MEASURE_PX = 44;

interface PictureProps {
  creative: Creative;
  /** Drawn width in CSS pixels. */
  width: number;
  onClickSeen: () => void;
}

/** The creative with its measures, as on a plan. */
function Picture({ creative, width, onClickSeen }: PictureProps) {
  const { t } = useTranslation('debug');
  const { image, alt, name } = creative;
  const plan = useRef<HTMLDivElement>(null);
  useClickSeen(plan, onClickSeen);
  const shown = image.format === 'html5' ? { ...image, url: withClick(image.url) } : image;
  const style = { inlineSize: width, aspectRatio: `${image.width} / ${image.height}` };
  const broken = (
    <span className={styles.broken} style={style} role="alert">
      {t('review.imageFailed')}
    </span>
  );
  return (
    <div ref={plan} className={styles.plan} dir="ltr">
      <CreativeView asset={shown} alt={alt || name} width={width} broken={broken} />
      <span className={styles.measureX} aria-hidden="true">
        {image.width}
      </span>
      <span className={styles.measureY} aria-hidden="true">
        {image.height}
      </span>
    </div>
  );
}

/** What is as wide as its place is drawn this wide, in CSS pixels. */
const FLUID_WIDTH = 420;

/** Words at every height that zones for them have. */
function Words({ creative, room }: { creative: Creative; room: number }) {
  const { image, alt } = creative;
  const heights = FLUID_SIZES.filter(({ kind }) => kind === image.format).map(({ height }) => height);
  return (
    <div className={styles.words} style={{ inlineSize: Math.min(FLUID_WIDTH, room) || FLUID_WIDTH }}>
      {heights.map((height) => (
        <CreativeView key={height} asset={image} alt={alt} height={height} broken={null} />
      ))}
    </div>
  );
}

interface SwitcherProps {
  creatives: readonly Creative[];
  chosenId: string;
  onChoose: (id: string) => void;
}

function Switcher({ creatives, chosenId, onChoose }: SwitcherProps) {
  const { t } = useTranslation(['debug', 'ui']);
  return (
    <fieldset className={styles.switcher}>
      <legend className="ez-sr">{t('review.creative')}</legend>
      {creatives.map(({ id, name, image }) => {
        // A picture is an image unless it says what else.
        const format = image.format === 'image' ? '' : t(`ui:format.${image.format}`);
        const size = [image.width > 0 && sizeText(image), format].filter(Boolean).join(' ');
        return (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosenId}
            aria-label={`${name}, ${size}`}
            onClick={() => onChoose(id)}
          >
            <SlotThumb size={creativeShape(image)} image={creativePicture(image)} box={30} />
            <span dir="ltr">{size}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** What is known of an HTML5 creative's click. */
function ClickSeen({ creative, isSeenNow }: { creative: Creative; isSeenNow: boolean }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { image } = creative;
  if (image.format !== 'html5') return null;
  const { click } = image.parts;
  const time = click ? format.dateTime(click.at) : '';
  const text = () => {
    if (isSeenNow) return t('review.click.now');
    if (!click) return t('review.click.unseen');
    if (click.by === 'reviewer') return t('review.click.reviewer', { time });
    return t('review.click.gate', { time, x: click.x, y: click.y });
  };
  return (
    <span className={styles.click} aria-live="polite">
      {text()}
    </span>
  );
}

interface CreativeStageProps {
  creatives: readonly Creative[];
  /** HTML5 creatives that the reviewer has clicked. */
  clicked: readonly string[];
  onClicked: (id: string) => void;
}

/** The campaign's creatives at their true size, one at a time; what is wider than the page is fitted, and says so. */
export function CreativeStage({ creatives, clicked, onClicked }: CreativeStageProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const stage = useRef<HTMLDivElement>(null);
  const room = useFittedWidth(stage) - MEASURE_PX;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [wantsTrueSize, setWantsTrueSize] = useState(false);
  const creative = creatives.find(({ id }) => id === chosenId) ?? creatives[0];
  const id = creative?.id ?? '';
  const seeClick = useCallback(() => onClicked(id), [onClicked, id]);
  const trueWidth = creative?.image.width ?? 0;
  const isTooWide = room > 0 && trueWidth > room;
  const width = isTooWide && !wantsTrueSize ? room : trueWidth;
  const scale = trueWidth === 0 ? 1 : width / trueWidth;
  return (
    <div className={styles.stageBox}>
      <div className={styles.stage} data-scrolls={isTooWide && wantsTrueSize ? true : undefined}>
        <div ref={stage} className={styles.stageRoom}>
          {creative === undefined ? <p className="ez-dim">{t('review.noCreatives')}</p> : null}
          {creative && trueWidth > 0 ? (
            <Picture key={id} creative={creative} width={width} onClickSeen={seeClick} />
          ) : null}
          {creative && trueWidth === 0 ? <Words key={creative.id} creative={creative} room={room} /> : null}
        </div>
      </div>
      {creative ? (
        <div className={styles.stageFoot}>
          {creatives.length > 1 ? (
            <Switcher creatives={creatives} chosenId={creative.id} onChoose={setChosenId} />
          ) : null}
          <span className={styles.scale}>
            {trueWidth === 0
              ? t('review.asOnPages')
              : scale === 1
                ? t('review.trueSize')
                : t('review.scaled', { percent: format.percent(scale, 0) })}
          </span>
          <ClickSeen creative={creative} isSeenNow={clicked.includes(id)} />
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
