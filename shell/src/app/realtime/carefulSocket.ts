/** What is used here of a web socket. */
interface RawSocket {
  readyState?: number;
  send(payload: unknown): void;
}
/** `WebSocket.OPEN` */
const OPEN = 1;

/**
 * Makes web sockets that say nothing once they are being closed. The library defers what it sends by a moment, in which
 * the server may have ended the connection (a sign-in ends that of the guest): the browser would complain of each such
 * message, which nobody waits for.
 */
export function carefulSocket<Socket extends RawSocket>(create: (url: string) => Socket) {
  return (url: string): Socket => {
    const socket = create(url);
    const send = socket.send.bind(socket);
    const state = socket as RawSocket;
    socket.send = (payload) => {
      if (state.readyState === OPEN) send(payload);
    };
    return socket;
  };
}
