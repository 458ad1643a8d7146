/**
 * Why a connection ends, in the numbers of the Pusher Channels protocol: 4000–4099 do not come back, 4100–4199 come back
 * after a while, 4200–4299 come back at once.
 */
export interface Closing {
  code: number;
  message: string;
}

export const CLOSINGS = {
  unknownKey: { code: 4001, message: 'There is no app with this key' },
  overQuota: { code: 4100, message: 'Too many connections from this address: come back later' },
  unknownPath: { code: 4005, message: 'Path not found' },
  oddVersion: { code: 4006, message: 'The protocol version is no number' },
  unsupportedVersion: { code: 4007, message: 'Unsupported protocol version: this server speaks 7' },
  noVersion: { code: 4008, message: 'No protocol version supplied' },
  unauthorized: { code: 4009, message: 'The connection is not authorized' },
  foreignOrigin: { code: 4009, message: 'Pages of this origin may not connect' },
  terminated: { code: 4009, message: 'The connection was ended by the app' },
  overCapacity: { code: 4100, message: 'Over capacity: come back later' },
  shutdown: { code: 4200, message: 'The server restarts: come back' },
  noPong: { code: 4201, message: 'Pong reply not received' },
  idle: { code: 4202, message: 'Closed after inactivity' },
  flood: { code: 4301, message: 'Too many frames at once' },
  binary: { code: 1003, message: 'Binary frames are not part of the protocol' },
} as const satisfies Record<string, Closing>;

/** Told without ending the connection. */
export const ERROR_CODES = {
  malformed: 4200,
  unauthorized: 4009,
  clientEvent: 4301,
} as const;
