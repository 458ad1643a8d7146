import type { CreativesFeature } from './features/creatives';
import {
  type Demo,
  findDemoProblem,
  openDemo,
  playConversions,
  playDeposits,
  playPayouts,
} from './features/demo';
import type { DocumentsFeature } from './features/documents';
import { StartError } from './startup/StartError';
import { seedProgress } from './startup/seedProgress';
import type { AppContext } from './startup/startApp';
import type { WiredServing } from './wireServing';

export interface DemoParts {
  store: CreativesFeature['store'];
  serving: Pick<WiredServing, 'tokenKeys' | 'aboutConversions'>;
  documents: DocumentsFeature;
  /** Has the days that are over folded soon. */
  fold: () => void;
}

/** A network to try out, where one is asked for. */
export function wireDemo(context: AppContext, { store, serving, documents, fold }: DemoParts) {
  const { config, secrets, connection, owner, db, clock, log, sockets, onStop } = context;
  const { appUrl, appName } = config;
  const referrals = { terms: config.referrals, appUrl, appName };
  const { tokenKeys, aboutConversions } = serving;
  let demo: Demo | null = null;

  async function assertNoHalfDemo(): Promise<void> {
    const problem = await findDemoProblem(db);
    if (problem) throw new StartError(problem);
  }

  async function playPast(): Promise<void> {
    await playConversions(aboutConversions);
    await playDeposits({ db, hook: documents.hook });
    if (config.sandboxGateway)
      await playPayouts({
        db,
        clock,
        log,
        secret: secrets.session,
        days: config.demoDays,
        issueStatement: documents.issuePayoutStatement,
      });
  }

  async function startDemo(): Promise<void> {
    const onProgress = seedProgress(log);
    demo = await openDemo({
      db,
      connection,
      owner,
      config,
      store,
      tokenKeys,
      clock,
      log,
      referrals,
      onProgress,
    });
    if (demo.seeded) {
      await playPast();
      // The round of the start came before there was anything to fold.
      fold();
    }
    const { site } = demo;
    if (!site) return;
    await site.start(sockets.watch);
    onStop('The demo property', site.stop);
  }

  return {
    /** Null until the demo stands, and without one. */
    propertyUrl: () => demo?.siteUrl ?? null,
    start: () => (config.demo ? startDemo() : assertNoHalfDemo()),
    announce: () => [
      ...(demo?.siteUrl ? [`The demo property is at ${demo.siteUrl}`] : []),
      ...(demo?.signIns
        ? [`Sign in as ${demo.signIns.emails.join(', ')}`, `with the password ${demo.signIns.password}`]
        : []),
    ],
  };
}
