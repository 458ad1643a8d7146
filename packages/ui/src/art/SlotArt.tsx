import { type ComponentType, lazy, Suspense } from 'react';
import type { DrawnAdProps } from './DrawnAd';

// A picture that does not come leaves its box empty and the page whole.
const DrawnAd = lazy<ComponentType<DrawnAdProps>>(() =>
  import('./DrawnAd').catch(() => ({ default: () => null })),
);

/** A drawn advertisement for public pages, loaded on demand; its box is there from the start, so nothing jumps. */
export function SlotArt(props: DrawnAdProps) {
  const { width, height } = props.size;
  return (
    <span className="ez-slot-art" style={{ aspectRatio: `${width} / ${height}` }}>
      <Suspense fallback={null}>
        <DrawnAd {...props} />
      </Suspense>
    </span>
  );
}
