import { readConfig } from './config';
import { wireFeatures } from './features';
import { createLog } from './platform/log';
import { startSentence } from './startup/StartError';
import { startApp } from './startup/startApp';
import { stopOnSignals } from './startup/stopOnSignals';
import type { BuiltParts } from './wirePages';

/** Signals that arrive before the app stands: what was started so far stops with the process. */
function exitOnEarlySignals(): () => void {
  const leave = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);
  return () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, leave);
  };
}

/**
 * The server, from the environment to the address it prints.
 * @param built what pages are made of, when it is not what `npm run build` has made
 */
export async function main(built?: BuiltParts): Promise<void> {
  const early = exitOnEarlySignals();
  try {
    const config = readConfig();
    const log = createLog({ production: config.production, level: config.logLevel });
    const running = await startApp({ config, log, wire: (context) => wireFeatures(context, built) });
    early();
    stopOnSignals(running, log);
    for (const line of [`${config.appName} is running at ${config.appUrl}`, ...running.announce])
      log.info(line);
  } catch (error) {
    console.error(startSentence(error) ?? error);
    process.exit(1);
  }
}

export { startApp } from './startup/startApp';
