import { page } from '@ezdash/store';
import i18next from 'i18next';
import { useSentReport } from '../errorReports';

/** Text in the page's language, when the texts are not what broke. */
function textOf(key: string, english: string): string {
  try {
    return i18next.exists(key) ? i18next.t(key) : english;
  } catch {
    return english;
  }
}

/**
 * What is left when the whole app has failed. It stands on nothing that may have broken: no store, no router, no
 * design system; without its style sheet it still reads.
 */
export function CrashScreen({ reportId }: { reportId: string | null }) {
  const sentId = useSentReport(reportId);
  return (
    <main className="ez-crash" role="alert">
      <h1>{textOf('shell:crash.title', 'Something went wrong')}</h1>
      <p>
        {textOf('shell:crash.text', 'The page stopped working. What you saved is safe; reload it to go on.')}
      </p>
      {sentId !== null && (
        <p>
          {textOf('shell:crash.report', 'Name this report when you write to us:')} <code>{sentId}</code>
        </p>
      )}
      <button type="button" onClick={page.reload}>
        {textOf('shell:crash.reload', 'Reload Page')}
      </button>
    </main>
  );
}
