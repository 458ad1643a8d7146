// npm run remotes -- tokens create --local …   a token of releases, made on the database of this server: docs/remotes.md
import { parseArgs } from 'node:util';
import { systemClock } from '../platform/clock';
import { createReleaseToken, RELEASE_TOKEN_USAGE } from './createReleaseToken';
import { runCommand, UsageError, withDatabase } from './withDatabase';

const USAGE = `Usage: npm run remotes -- tokens ${RELEASE_TOKEN_USAGE} --local`;

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        remote: { type: 'string' },
        ops: { type: 'boolean' },
        label: { type: 'string' },
        days: { type: 'string' },
        json: { type: 'boolean' },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

await runCommand(async () => {
  const { positionals, values } = options();
  if (positionals.join(' ') !== 'create') throw new UsageError(USAGE);
  return withDatabase((db) =>
    createReleaseToken({ db, clock: systemClock }, values, (text) => console.log(text)),
  );
});
