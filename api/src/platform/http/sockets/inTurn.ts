import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { countSocketRefusal } from './endSocket';

/** More than any client sends ahead. */
const MOST_WAITING = 100;
const waiting = new WeakMap<Socket, number>();

/**
 * Requests that a client sends ahead are begun one after the other, each when the answer before it is out: node would
 * have them all begun at once, so that one connection could hold a thousand open files and queries and read nothing.
 */
export function inTurn(handle: RequestListener): RequestListener {
  return (req, res) => {
    if (res.socket !== null) {
      handle(req, res);
      return;
    }
    const { socket } = req;
    const ahead = waiting.get(socket) ?? 0;
    if (ahead >= MOST_WAITING) {
      if (!socket.destroyed) countSocketRefusal('pipelined');
      socket.destroy();
      return;
    }
    waiting.set(socket, ahead + 1);
    res.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      process.nextTick(handle, req, res);
    });
  };
}
