import { lazy, Suspense } from 'react';
import { overridden } from '../../remotes';
import { PartBoundary } from './PartBoundary';

const OverrideBanner = lazy(() => import('./OverrideBanner'));

/** Place of the line that says which releases this browser alone was given; its code is loaded for nobody else. */
export function OverrideHost() {
  const remotes = overridden();
  return remotes.length > 0 ? (
    <PartBoundary>
      <Suspense fallback={null}>
        <OverrideBanner remotes={remotes} />
      </Suspense>
    </PartBoundary>
  ) : null;
}
