import { type CSSProperties, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import styles from './inspector.module.css';
import { standFor } from './usePicking';

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};
/** Distances of the window, whichever way its language is read. */
const placed = ({ left, top, width, height }: Box): CSSProperties => ({
  transform: `translate(${left}px, ${top}px)`,
  inlineSize: width,
  blockSize: height,
});
const textOf = (boxes: Box[]) =>
  boxes.map(({ left, top, width, height }) => [left, top, width, height]).join();

/** Boxes of elements as they are now: pages scroll, grow and move under the pointer. */
function useBoxes(elements: Element[]): Box[] {
  const [boxes, setBoxes] = useState<Box[]>([]);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const next = elements.map(boxOf);
      setBoxes((before) => (textOf(before) === textOf(next) ? before : next));
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [elements]);
  return boxes;
}

/** Takes the pointer in place of the page's iframes. */
function Shields({ frames }: { frames: Element[] }) {
  const boxes = useBoxes(frames);
  return frames.map((frame, at) => {
    const box = boxes[at];
    return box ? (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        key={at}
        ref={(shield) => standFor(shield, frame)}
        className={styles.shield}
        style={placed(box)}
      />
    ) : null;
  });
}

/** The label stands above its box, inside it where there is no room. */
const LABEL_PX = 26;

interface OverlayProps {
  target: Element | null;
  /** `button · CampaignRow` */
  label: string;
  onStop: () => void;
}

/** Drawn over everything while an element is picked: the outline with its label, and a bar that says how. */
export function Overlay({ target, label, onStop }: OverlayProps) {
  const { t } = useTranslation('debug');
  const [frames] = useState(() => [...document.querySelectorAll('iframe')]);
  const [targets, setTargets] = useState<Element[]>([]);
  useEffect(() => setTargets(target ? [target] : []), [target]);
  const [box] = useBoxes(targets);
  return createPortal(
    <div data-inspector className={styles.overlay}>
      <Shields frames={frames} />
      {box ? (
        <div className={styles.outline} style={placed(box)}>
          <span className={styles.label} data-inside={box.top < LABEL_PX || undefined} dir="ltr">
            {label}
          </span>
        </div>
      ) : null}
      <div className={styles.bar}>
        <span>{t('inspectorTab.picking')}</span>
        <span className="ez-sr" role="status">
          {label}
        </span>
        <button type="button" className={styles.stop} onClick={onStop}>
          {t('inspectorTab.stop')}
        </button>
      </div>
    </div>,
    document.body,
  );
}
