// npm run admin -- create --email E                               makes an admin; the password is asked or read from standard input
// npm run admin -- deposit --email E --amount 100.00 --reference R  books a bank transfer that has arrived
// npm run admin -- status --email E --status suspended --reason T  decides about an account; its owner gets a mail
// npm run admin -- sign-out --email E | --all                     ends the sign-ins and debug sessions of an account, or everybody's, and revokes the API tokens
// npm run admin -- reset-factors --email E                        takes away a lost second step and the passkeys
// npm run admin -- audit verify [--expect ID:HASH] [--json]       whether the audit of the debug tool and the console is whole
// npm run admin -- rtb-seat create | list | revoke                exchanges that may ask for bids; docs/openrtb.md
import { parseArgs } from 'node:util';
import { email as emailSchema, newPassword } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import type { z } from 'zod';
import { insertUser } from '../features/accounts';
import { hashPassword, passwordProblem } from '../platform/auth';
import { decideStatus, resetFactors, signOut } from './adminAccounts';
import { verifyAudit } from './audit';
import { bookTransfer } from './bookTransfer';
import { readPassword } from './readPassword';
import { RTB_SEAT_USAGE, rtbSeat } from './rtbSeat';
import { runCommand, UsageError, withDatabase } from './withDatabase';

const USAGE = `Usage: npm run admin -- create --email E
       npm run admin -- deposit --email E --amount 100.00 --reference R
       npm run admin -- status --email E --status pending|active|suspended|"ADK rejected" --reason TEXT
       npm run admin -- sign-out --email E | --all
       npm run admin -- reset-factors --email E
       npm run admin -- audit verify [--expect ID:HASH] [--json]
       ${RTB_SEAT_USAGE}`;

function check<S extends z.ZodType>(schema: S, value: unknown, name: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success)
    throw new UsageError(`${name}: ${result.error.issues[0]?.message ?? 'this is not understood'}.`);
  return result.data;
}

async function create(address: string | undefined): Promise<number> {
  if (!address) throw new UsageError(USAGE);
  const email = check(emailSchema, address, '--email');
  const password = check(newPassword, await readPassword(`Password for ${email}: `), 'Password');
  const user = await withDatabase(async (db, { appName }) => {
    const problem = passwordProblem(password, { email, company: null, appName });
    if (problem) throw new UsageError(`Password: ${problem}.`);
    return insertUser(db, {
      email,
      password_hash: await hashPassword(password),
      role: 'admin',
      username: email.split('@')[0] ?? email,
      verified: true,
      terms_version: TERMS_VERSION,
      terms_agreed_at: new Date(),
    });
  });
  if (!user) throw new UsageError(`There is an account with the address ${email} already.`);
  console.log(`Made the admin ${email}.`);
  return 0;
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        amount: { type: 'string' },
        reference: { type: 'string' },
        status: { type: 'string' },
        reason: { type: 'string' },
        all: { type: 'boolean' },
        json: { type: 'boolean' },
        expect: { type: 'string' },
        property: { type: 'string' },
        name: { type: 'string' },
        'buyer-seat': { type: 'string' },
        'click-macro': { type: 'string' },
        'requests-per-second': { type: 'string' },
        seat: { type: 'string' },
      },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}

await runCommand(async () => {
  const { positionals, values } = options();
  if (positionals[0] === 'rtb-seat' && positionals.length === 2)
    return withDatabase((db) => rtbSeat(db, positionals[1], values, new Date(), (line) => console.log(line)));
  if (positionals.join(' ') === 'audit verify')
    return withDatabase((db) => verifyAudit(db, values, (line) => console.log(line)));
  if (positionals.length !== 1) throw new UsageError(USAGE);
  if (positionals[0] === 'create') return create(values.email);
  const { email, status, reason, all, amount, reference } = values;
  if (positionals[0] === 'deposit' && email && amount && reference?.trim())
    return withDatabase((db) => bookTransfer(db, { email, amount, reference }, (line) => console.log(line)));
  if (positionals[0] === 'status' && email && status) return decideStatus({ email, status, reason });
  if (positionals[0] === 'reset-factors' && email) return resetFactors(email);
  if (positionals[0] === 'sign-out' && Boolean(email) !== Boolean(all)) return signOut(email);
  throw new UsageError(USAGE);
});
