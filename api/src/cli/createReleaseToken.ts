import { releaseTokenInput } from '@ezdash/contracts';
import { createTokensService } from '../features/remotes';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/db';
import { silentLog } from '../platform/log';
import { UsageError } from './withDatabase';

export interface ReleaseTokenArgs {
  /** The one remote it is good for; `ops` in its place: all of them, and what only operators may. */
  remote?: string;
  ops?: boolean;
  label?: string;
  days?: string;
  json?: boolean;
}

export const RELEASE_TOKEN_USAGE = 'create --remote mf-NAME | --ops  --label TEXT [--days N] [--json]';

/** Makes a token of releases, for whoever has none to ask with. Answers the exit code. Throws UsageError. */
export async function createReleaseToken(
  parts: { db: Db; clock: Clock },
  args: ReleaseTokenArgs,
  print: (text: string) => void,
): Promise<number> {
  const { remote = null, ops = false, label = '', days, json = false } = args;
  if ((remote === null) !== ops)
    throw new UsageError('Say --remote mf-NAME for a team, or --ops for operators.');
  const input = releaseTokenInput.safeParse({ remote, label, days: days && Number(days) });
  if (!input.success) {
    const [issue] = input.error.issues;
    throw new UsageError(`--${String(issue?.path[0])}: ${issue?.message ?? 'this is not understood'}.`);
  }
  const tokens = createTokensService({ ...parts, log: silentLog });
  const made = await tokens.make(input.data, { kind: 'command' });
  if (json) {
    print(JSON.stringify(made));
    return 0;
  }
  const { token, secret } = made;
  print(
    `Made the token ${token.id} (${token.label.replace(/\p{Cc}+/gu, ' ')}) for ${token.remote ?? 'every remote'}. Shown this once:\n\n  ${secret}\n`,
  );
  print(
    `It is good until ${token.expires_at.slice(0, 16).replace('T', ' ')} UTC. Commands find it in REMOTES_TOKEN.`,
  );
  return 0;
}
