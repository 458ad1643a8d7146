import { bootstrap } from '@ezdash/store';
import { lazy, Suspense } from 'react';
import { PartBoundary } from './PartBoundary';

const ViewBanner = lazy(() => import('./ViewBanner'));

/** Place of the banner of a view with a user's eyes; its code is loaded for nobody else. */
export function ViewHost() {
  const { view } = bootstrap();
  return view ? (
    <PartBoundary>
      <Suspense fallback={null}>
        <ViewBanner view={view} />
      </Suspense>
    </PartBoundary>
  ) : null;
}
