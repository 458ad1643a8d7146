import type { EchoConnection, EchoOptions } from './echoTransport';

type Open = (options: EchoOptions) => EchoConnection;

const loadEcho = () => import('./echoTransport').then(({ openEcho }): Open => openEcho);
let load: () => Promise<Open> = loadEcho;

/** The libraries of the connection, in a chunk of their own. */
export function loadTransport(): Promise<Open> {
  return load();
}

/** For tests: another way to connect; null is the real one. */
export function setTransport(open: Open | null): void {
  load = open ? async () => open : loadEcho;
}
