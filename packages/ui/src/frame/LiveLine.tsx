import { glyphs } from '../parts/glyphs';

/**
 * Says quietly that what happens elsewhere does not reach the page at the moment; empty while it does. Its
 * place is always in the page, so that screen readers notice what enters it. On a phone the sign alone is seen.
 */
export function LiveLine({ text }: { text: string | null }) {
  return (
    <span aria-live="polite" className="ez-live-place">
      {text === null ? null : (
        <span role="status" className="ez-live">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            {glyphs.dashed}
          </svg>
          <span>{text}</span>
        </span>
      )}
    </span>
  );
}
