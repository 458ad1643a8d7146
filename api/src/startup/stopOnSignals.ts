import type { Log } from '../platform/log';

/** Whatever hangs, the process is gone by then. */
const STOP_WITHIN_MS = 9_500;
/** What shells expect of a process that a signal ended: 128 and its number. */
const SIGNALS = { SIGTERM: 143, SIGINT: 130 } as const;

/** The parts of `process` that are needed here. */
export interface StoppableProcess {
  on(event: string, listener: (error: Error) => void): unknown;
  exit(code: number): void;
}

/**
 * Stops the app on SIGTERM and SIGINT, and after an error that nobody caught. Who asks a second time does not want to
 * wait: the process ends at once, and what is durable is taken up by the next start.
 */
export function stopOnSignals(
  app: { stop(): Promise<void>; reportFatal?(error: unknown): void },
  log: Log,
  host: StoppableProcess = process,
): void {
  let stopping = false;
  const stop = (why: string, code: number) => {
    stopping = true;
    log.info(`Stopping (${why})`);
    setTimeout(() => host.exit(1), STOP_WITHIN_MS).unref();
    void app.stop().then(
      () => host.exit(code),
      () => host.exit(1),
    );
  };
  for (const [signal, code] of Object.entries(SIGNALS))
    host.on(signal, () => {
      if (!stopping) return stop(signal, 0);
      log.warn(`Ending at once (${signal} again)`);
      host.exit(code);
    });
  host.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'A bug ended the server');
    // Sent while the app stops, which ends with what is still to be reported.
    app.reportFatal?.(error);
    if (!stopping) stop('after an error', 1);
  });
}
