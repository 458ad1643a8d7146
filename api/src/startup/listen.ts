import { createServer, type Server } from 'node:net';
import { StartError } from './StartError';

function sentence(error: NodeJS.ErrnoException, host: string, port: number, variable: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use: stop the other program, or choose another port with ${variable}.`,
      );
    case 'EACCES':
      return new StartError(
        `Port ${port} may not be opened by this user: choose one above 1023 with ${variable}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`This machine has no address ${host}: set HOST to one of its own.`);
    default:
      return error;
  }
}

/**
 * How many connections may wait to be taken, as far as the system lets them (net.core.somaxconn). After a restart all
 * pages come back within two seconds; whoever finds the queue full hears nothing and tries again after 1, 3 and 7 s.
 */
const BACKLOG = 4_096;

/** Listens, or throws one sentence that names the variable to change. */
export function listen(server: Server, port: number, host: string, variable = 'PORT'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(sentence(error, host, port, variable));
    server.once('error', fail);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Finds out at once, before the database is started and the demo is seeded for nothing. */
export async function assertPortFree(port: number, host: string, variable = 'PORT'): Promise<void> {
  if (port === 0) return;
  const probe = createServer();
  await listen(probe, port, host, variable);
  await new Promise((resolve) => probe.close(resolve));
}
