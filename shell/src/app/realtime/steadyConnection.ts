/** The part of pusher-js' connection manager that is used here. */
export interface RawConnection {
  connect(): void;
  disconnect(): void;
  bind(event: string, callback: (data: unknown) => void): unknown;
}

export interface SteadyOptions {
  /** It is there. */
  onLive: () => void;
  /** It was there, or was looked for in vain; it is tried again. */
  onLost: () => void;
  /** The server wants none (close codes 4000 to 4099): it is not tried again. */
  onRefused: (code: number | null) => void;
  /** From 0 to 1, for tests. */
  random?: () => number;
}

/** The first try after a loss, for close codes 4200 to 4299 too: of many tabs each somewhere within it. */
export const FIRST_WITHIN_MS = 2_000;
/** After close codes 4100 to 4199: the server has too much to do. */
export const BUSY_MS = 5_000;
const LONGEST_MS = 60_000;
/**
 * Tries that lead nowhere are given up after so long, by their number; the library would not say that a server refuses,
 * and wait. The page's first may be slow, those after a loss rather meet a server that restarts.
 */
const PATIENCE_MS = [6_000, 3_000, 4_000, 8_000];
const LONGEST_PATIENCE_MS = 12_000;
/** Who was connected for longer begins anew with short waits. */
const STABLE_MS = 10_000;

/** How long to wait before the try: longer each time, and by chance, so that thousands of tabs do not come at once. */
export function retryDelayMs(attempt: number, code: number | null, random: number): number {
  if (code !== null && code >= 4100 && code < 4200) return BUSY_MS * (1 + 2 * random) * (attempt + 1);
  if (attempt === 0) return FIRST_WITHIN_MS * random;
  const ceiling = Math.min(LONGEST_MS, FIRST_WITHIN_MS * 2 ** (attempt - 1));
  return (ceiling / 2) * (1 + random);
}

function closeCode(failure: unknown): number | null {
  const code = (failure as { error?: { data?: { code?: unknown } } } | null)?.error?.data?.code;
  return typeof code === 'number' ? code : null;
}

/**
 * Takes over when pusher-js connects again. By itself it waits one second, or none, and then 15, 30, 60: all tabs of a
 * server that restarted would come in the same moments.
 * @returns ends it, with the connection
 */
export function steadyConnection(connection: RawConnection, options: SteadyOptions): () => void {
  const { onLive, onLost, onRefused, random = Math.random } = options;
  const open = connection.connect.bind(connection);
  let attempt = 0;
  let code: number | null = null;
  let connectedAt: number | null = null;
  let isEnded = false;
  let isGivingUp = false;
  let waiting: ReturnType<typeof setTimeout> | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const tryNow = () => {
    waiting = null;
    attempt += 1;
    open();
    beImpatient();
  };
  const plan = () => {
    clearTimeout(patience);
    if (isEnded || waiting !== null) return;
    if (connectedAt !== null && performance.now() - connectedAt > STABLE_MS) attempt = 0;
    connectedAt = null;
    onLost();
    waiting = setTimeout(tryNow, retryDelayMs(attempt, code, random()));
    code = null;
  };
  const beImpatient = () => {
    clearTimeout(patience);
    patience = setTimeout(() => {
      isGivingUp = true;
      connection.disconnect();
      isGivingUp = false;
      plan();
    }, PATIENCE_MS[attempt] ?? LONGEST_PATIENCE_MS);
  };
  /** Back on the network, or looked at again: nobody wants to wait for a minute then. */
  const hurry = () => {
    if (waiting === null || document.hidden) return;
    clearTimeout(waiting);
    waiting = setTimeout(tryNow, FIRST_WITHIN_MS * random());
  };

  // What pusher-js calls when it wants to connect again.
  connection.connect = plan;
  connection.bind('error', (failure) => {
    code = closeCode(failure) ?? code;
  });
  // A second before it calls.
  connection.bind('connecting_in', onLost);
  connection.bind('connected', () => {
    clearTimeout(patience);
    connectedAt = performance.now();
    code = null;
    onLive();
  });
  connection.bind('disconnected', () => {
    if (isEnded || isGivingUp) return;
    clearTimeout(patience);
    onRefused(code);
  });
  window.addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  beImpatient();

  return () => {
    isEnded = true;
    clearTimeout(patience);
    if (waiting !== null) clearTimeout(waiting);
    window.removeEventListener('online', hurry);
    document.removeEventListener('visibilitychange', hurry);
    connection.disconnect();
  };
}
