import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { manifests, type OverriddenRemote, startRemotes, teamOf } from '../remotes';
import { App } from './App';
import { CrashScreen } from './crash/CrashScreen';
import { loadErrorReports, reportError, startErrorReports } from './errorReports';
import { initI18n } from './i18n/i18n';
import { welcome } from './router/AppRoutes';
import { appPages, findPage } from './router/pages';

/** A chunk of the shell's own may hold the first paint no longer than a remote may. */
const HOLD_MS = 300;
const ROOT_ID = 'root';

function rootElement(): HTMLElement {
  const known = document.getElementById(ROOT_ID);
  if (known) return known;
  const made = document.createElement('div');
  made.id = ROOT_ID;
  document.body.append(made);
  return made;
}

async function firstPage(): Promise<void> {
  if (window.location.pathname !== '/') return;
  // A failure shows where the page is rendered, which loads it again.
  const loaded = welcome.load().catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, HOLD_MS))]);
}

/** Starts the app: texts, the route's remote and its page load side by side, then everything renders at once. */
export async function startApp(): Promise<void> {
  startErrorReports({
    teamOf,
    routeOf: (pathname) => findPage(appPages(manifests()), pathname)?.path,
  });
  const root = createRoot(rootElement());
  try {
    const texts = initI18n();
    const mark = async (given: OverriddenRemote[]) => {
      await texts;
      await (await import('./layout/markOverrides')).markOverrides(given);
    };
    await Promise.all([texts, startRemotes(mark), firstPage()]);
  } catch (error) {
    console.error(error);
    root.render(<CrashScreen reportId={reportError(error, { tags: { crash: 'start' } })} />);
    return;
  }
  // In slices: a phone takes a quarter of a second for it, and answers to touches meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
  loadErrorReports();
}
