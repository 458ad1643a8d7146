import { readConfig } from './config';
import { wireFeatures } from './features';
import { createLog, type Log } from './platform/log';
import { startSentence } from './startup/StartError';
import { type RunningApp, startApp } from './startup/startApp';

/** Whatever hangs, the process is gone by then. */
const STOP_WITHIN_MS = 9_500;

function stopOnSignals(running: RunningApp, log: Log): void {
  let stopping = false;
  const stop = (why: string, code: number) => {
    if (stopping) return;
    stopping = true;
    log.info(`Stopping (${why})`);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void running.stop().then(() => process.exit(code));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'A bug ended the server');
    stop('after an error', 1);
  });
}

/** Signals that arrive before the app stands: what was started so far stops with the process. */
function exitOnEarlySignals(): () => void {
  const leave = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leave);
  return () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, leave);
  };
}

/** The server, from the environment to the address it prints. */
export async function main(): Promise<void> {
  const early = exitOnEarlySignals();
  try {
    const config = readConfig();
    const log = createLog({ production: config.production, level: config.logLevel });
    const running = await startApp({ config, log, wire: wireFeatures });
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
