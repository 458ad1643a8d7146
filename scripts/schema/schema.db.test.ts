import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../../api/src/platform/db';
import { createTestDb } from '../../api/src/testing';
import { readSchema } from './readSchema';
import { writeReport } from './writeReport';
import { writeTypes } from './writeTypes';

const root = path.resolve(__dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('is written down as the migrations make it (npm run schema)', async () => {
  const test = await createTestDb();
  const client = createClient(test.connection);
  await client.connect();
  const schema = await readSchema(client);
  await client.end();
  await test.drop();
  expect(writeTypes(schema)).toBe(read('api/src/platform/db/schema.gen.ts'));
  expect(writeReport(schema)).toBe(read('docs/schema.md'));
});
