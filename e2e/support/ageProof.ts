// node --import tsx e2e/support/ageProof.ts <e-mail>   with DATA_DIR: as if six minutes had gone by since the last proof
import { sql } from 'kysely';
import { runCommand, withDatabase } from '../../api/src/cli/withDatabase';

const AGO_MS = 6 * 60_000;

await runCommand(() =>
  withDatabase(async (db) => {
    const provenAt = Date.now() - AGO_MS;
    const { numAffectedRows } = await sql`
      UPDATE session SET sess = jsonb_set(sess::jsonb, '{provenAt}', to_jsonb(${provenAt}::bigint))::json
      WHERE user_id = (SELECT id FROM app_user WHERE email = ${process.argv[2]})`.execute(db);
    if (!numAffectedRows) throw new Error(`Nobody is signed in as ${process.argv[2]}`);
    return 0;
  }),
);
