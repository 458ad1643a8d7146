import { create } from '../elements';

const STEPS = [0.2, 0.5, 0.8];

/**
 * Nine points over an ad for the browser to watch, each a pixel that draws nothing, takes no pointer and no space: where
 * only a corner is covered, only its point is.
 */
export function markPoints(element: Element): { points: HTMLElement[]; remove: () => void } {
  const { width, height } = element.getBoundingClientRect();
  const origin = create('span');
  Object.assign(origin.style, { display: 'block', position: 'relative', height: '0', pointerEvents: 'none' });
  const points = STEPS.flatMap((down) =>
    STEPS.map((along) => {
      const point = create('span');
      Object.assign(point.style, {
        position: 'absolute',
        // Physical, whatever the page's direction: it measures from the left.
        left: `${Math.round(width * along)}px`,
        top: `${Math.round(height * down)}px`,
        width: '1px',
        height: '1px',
      });
      return point;
    }),
  );
  origin.append(...points);
  element.before(origin);
  return { points, remove: () => origin.remove() };
}
