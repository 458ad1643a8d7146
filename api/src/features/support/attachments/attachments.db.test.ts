import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import type { Attachment, ConversationThread, ErrorBody, Message } from '@ezdash/contracts';
import { attachment as attachmentSchema, rowId, SUPPORT_LIMITS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/db';
import { type MadeUser, makeAdmin, makeAdvertiser, until } from '../../../testing';
import { pngImage } from '../../creatives/testImages';
import { openSupport, type SupportWorld } from '../testSupport';

const PNG = pngImage(2, 2);
const DAY_MS = 86_400_000;

let world: SupportWorld;
let ann: MadeUser;
let eve: MadeUser;
let admin: MadeUser;
beforeAll(async () => {
  world = await openSupport(async () => []);
});
beforeEach(async () => {
  ann = await makeAdvertiser(world.db);
  eve = await makeAdvertiser(world.db);
  admin = await makeAdmin(world.db);
});
afterAll(() => world.close());

const fileOf = async ({ id }: Attachment) =>
  (
    await world.db
      .selectFrom('support_attachment')
      .select('file')
      .where('id', '=', rowId('attachment', id) ?? 0)
      .executeTakeFirstOrThrow()
  ).file;
const files = () => readdir(world.folder).catch(() => [] as string[]);
const get = async (by: MadeUser, href: string) => (await world.clientOf(by)).get<ErrorBody>(href);
const send = async (by: MadeUser, id: string, attachments: string[], body = '') =>
  (await world.clientOf(by)).post<Message & ErrorBody>(`/api/support/conversations/${id}/messages`, {
    client_id: randomUUID(),
    body,
    attachments,
  });

test('a picture goes to support and comes back as a download that no browser draws', async () => {
  const name = '../../etc/"Bild" ü\r\nX: y.png';
  // The name is never a path, whatever stands in it.
  expect((await world.upload(ann, name, PNG)).body.name).toBe('"Bild" ü X: y.png');
  expect((await world.upload(ann, 'C:\\temp\\\u202egnp.exe', PNG)).body.name).toBe('gnp.exe');
  const { body: file } = await world.upload(ann, 'Bild für "Sie".png', PNG, { type: 'image/png' });
  expect(attachmentSchema.parse(file)).toMatchObject({
    name: 'Bild für "Sie".png',
    type: 'image/png',
    bytes: PNG.length,
  });
  const made = await world.openConversation(ann, { attachments: [file.id] });
  expect(made.body.messages[0]?.attachments).toEqual([file]);

  for (const reader of [ann, admin]) {
    const answer = await get(reader, file.href);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('content-length')).toBe(String(PNG.length));
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Bild f_r _Sie_.png"; filename*=UTF-8''Bild%20f%C3%BCr%20%22Sie%22.png`,
    );
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toContain('no-store');
  }
  expect((await get(eve, file.href)).status).toBe(404);
  expect((await world.client().get(file.href)).status).toBe(401);
  expect((await get(await makeAdmin(world.db, { status: 'suspended' }), file.href)).status).toBe(404);
  expect((await get(ann, '/api/support/attachments/af_zzzz')).status).toBe(404);
});

test('files lie under random names for the server alone, in a folder of its own', async () => {
  const { body } = await world.upload(ann, 'a.png', PNG);
  const name = await fileOf(body);
  expect(name).toMatch(/^[0-9a-f]{48}$/);
  expect((await stat(`${world.folder}/${name}`)).mode & 0o777).toBe(0o600);
  expect((await stat(world.folder)).mode & 0o777).toBe(0o700);
});

test.each([
  [
    'an SVG that calls itself a picture',
    'a.png',
    'image/png',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
  ],
  ['a page that calls itself a text', 'a.txt', 'text/plain', '<html><script>1</script>'],
  ['a program', 'a.pdf', 'application/pdf', 'MZ\0\0'],
])('%s is refused and leaves nothing behind', async (_, name, type, content) => {
  const before = await files();
  const answer = await world.upload(ann, name, Buffer.from(content), { type });
  expect([answer.status, answer.body.code]).toEqual([422, 'FILE_TYPE_REFUSED']);
  expect(answer.body.errors?.file).toHaveLength(1);
  expect(await files()).toEqual(before);
});

test('what is no file, and what a page elsewhere could send, is refused', async () => {
  const upload = (type: string, bytes: Buffer) => world.upload(ann, 'a.txt', bytes, { type });
  expect((await upload('application/json', Buffer.from('{}'))).status).toBe(415);
  expect((await upload('multipart/form-data; boundary=x', Buffer.from('--x--'))).status).toBe(415);
  expect((await upload('application/x-www-form-urlencoded', Buffer.from('a=b'))).status).toBe(415);
  expect((await upload('text/plain', Buffer.alloc(0))).status).toBe(422);
  expect((await world.upload(ann, 'n'.repeat(121), PNG)).status).toBe(422);
  expect((await world.upload(ann, ' ', PNG)).status).toBe(422);
});

/** Sends without saying how much comes; answers the status, and how the server took it. */
async function sendChunked(by: MadeUser, bytes: Buffer): Promise<number> {
  const client = await world.clientOf(by);
  const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const call = request(`${world.url}/api/support/attachments?name=a.txt`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'Transfer-Encoding': 'chunked',
      Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'X-CSRF-TOKEN': body.csrf_token,
      'X-Requested-With': 'XMLHttpRequest',
    },
  });
  call.end(bytes);
  const [answer] = (await once(call, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

test('ten megabytes are taken, a byte more is not, whether it was said before or not', async () => {
  const most = SUPPORT_LIMITS.attachmentBytes;
  expect((await world.upload(ann, 'a.txt', Buffer.alloc(most, 'x'))).status).toBe(201);
  const before = await files();
  const heavy = await world.upload(ann, 'a.txt', Buffer.alloc(most + 1, 'x'));
  expect([heavy.status, heavy.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect(await sendChunked(ann, Buffer.alloc(most + 1, 'x'))).toBe(413);
  expect(await sendChunked(ann, Buffer.alloc(most, 'x'))).toBe(201);
  expect(await files()).toHaveLength(before.length + 1);
});

test('an upload that breaks off in the middle leaves nothing behind', async () => {
  const client = await world.clientOf(ann);
  const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const before = await files();
  const call = request(`${world.url}/api/support/attachments?name=a.txt`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'Content-Length': '1000000',
      Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'X-CSRF-TOKEN': body.csrf_token,
      'X-Requested-With': 'XMLHttpRequest',
    },
  });
  call.on('error', () => {});
  call.write(Buffer.alloc(1_000, 'x'));
  await until(files, (now) => now.length > before.length, 'The file that is being written');
  call.destroy();
  await until(files, (now) => now.length === before.length, 'Its removal');
  await until(
    () => world.db.selectFrom('support_file_to_remove').selectAll().execute(),
    (rows) => rows.length === 0,
    'The end of the note of it',
  );
});

test('an account keeps so much and no more, also with several at once', async () => {
  await sql`INSERT INTO support_attachment (user_id, file, name, type, byte_count, created_at)
    SELECT ${ann.id}, md5(i::text || ${ann.id}::text) || '0123456789abcdef', 'old', 'text/plain', ${SUPPORT_LIMITS.attachmentBytes}, ${world.clock.now()}
    FROM generate_series(1, 20) i LIMIT 20`.execute(world.db);
  await sql`UPDATE support_attachment SET byte_count = byte_count - 150 WHERE user_id = ${ann.id}
    AND id = (SELECT min(id) FROM support_attachment WHERE user_id = ${ann.id})`.execute(world.db);
  const text = Buffer.alloc(100, 'x');
  const answers = await Promise.all([1, 2, 3].map(() => world.upload(ann, 'a.txt', text)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('FILES_FULL');
});

test('only what is one’s own and was not sent yet goes with a message, five files at most', async () => {
  const { id } = (await world.openConversation(ann)).body.conversation;
  const mine = (await world.upload(ann, 'a.png', PNG)).body;
  const hers = (await world.upload(eve, 'b.png', PNG)).body;
  const stolen = await send(ann, id, [mine.id, hers.id]);
  expect([stolen.status, stolen.body.errors?.attachments]).toEqual([
    422,
    ['One of the files is not there any more. Add it again'],
  ]);
  // The refusal undid all of it.
  expect((await send(ann, id, [mine.id])).status).toBe(201);
  expect((await send(ann, id, [mine.id])).status).toBe(422);
  expect((await send(ann, id, ['x', 'y'])).status).toBe(422);
  expect(
    (
      await send(
        ann,
        id,
        Array.from({ length: 6 }, () => mine.id),
      )
    ).status,
  ).toBe(422);
  const two = [
    (await world.upload(ann, '1.png', PNG)).body.id,
    (await world.upload(ann, '2.png', PNG)).body.id,
  ];
  const sent = await send(ann, id, two.toReversed());
  expect(sent.body.attachments.map(({ name }) => name)).toEqual(['2.png', '1.png']);
  const list = await get(ann, '/api/support/conversations');
  expect(JSON.stringify(list.body)).toContain('2.png');
});

test('an operator’s file belongs to the conversation it is sent in', async () => {
  const { id } = (await world.openConversation(ann)).body.conversation;
  const path = `/api/operator/conversations/${id}/attachments`;
  const file = (await world.upload(admin, 'how-to.pdf', Buffer.from('%PDF-1.7\n1'), { path })).body;
  expect((await get(ann, file.href)).status).toBe(404);
  const answer = { client_id: randomUUID(), body: '', attachments: [file.id] };
  const client = await world.clientOf(admin);
  expect((await client.post(`/api/operator/conversations/${id}/messages`, answer)).status).toBe(201);
  expect(world.answered.at(-1)?.excerpt).toBe('how-to.pdf');
  expect((await get(ann, file.href)).status).toBe(200);
  expect((await get(eve, file.href)).status).toBe(404);
  const nowhere = { path: '/api/operator/conversations/cn_zzzz/attachments' };
  expect((await world.upload(admin, 'a.png', PNG, nowhere)).status).toBe(404);
  expect((await world.upload(ann, 'a.png', PNG, { path })).status).toBe(403);
});

test('what was not sent goes after a day, what was sent stays', async () => {
  const kept = (await world.upload(ann, 'kept.png', PNG)).body;
  const left = (await world.upload(ann, 'left.png', PNG)).body;
  await world.openConversation(ann, { attachments: [kept.id] });
  const [keptFile, leftFile] = [await fileOf(kept), await fileOf(left)];
  world.clock.advance(DAY_MS - 1);
  await world.support.sweep();
  expect(await files()).toEqual(expect.arrayContaining([keptFile, leftFile]));
  world.clock.advance(2);
  expect(await world.support.sweep()).toBeGreaterThan(0);
  expect(await files()).toContain(keptFile);
  expect(await files()).not.toContain(leftFile);
  expect((await get(ann, left.href)).status).toBe(404);
});

test('a deleted account takes its conversations and files with it; its archive names them before', async () => {
  const client = await world.clientOf(ann);
  const file = (await world.upload(ann, 'private.png', PNG)).body;
  const unsent = (await world.upload(ann, 'unsent.png', PNG)).body;
  const { id } = (await world.openConversation(ann, { body: 'My secret', attachments: [file.id] })).body
    .conversation;
  const others = (await world.openConversation(eve)).body.conversation.id;
  const path = `/api/operator/conversations/${id}/attachments`;
  const back = (await world.upload(admin, 'back.png', PNG, { path })).body;
  await (await world.clientOf(admin)).post(`/api/operator/conversations/${id}/messages`, {
    client_id: randomUUID(),
    body: 'See this',
    attachments: [back.id],
  });
  const gone = await Promise.all([file, unsent, back].map(fileOf));
  const archive = JSON.stringify(await world.support.exportOf(ann.id, world.db));
  for (const word of ['My secret', 'private.png', 'See this', 'back.png']) expect(archive).toContain(word);

  const erase = () => inTransaction(world.db, (trx) => world.support.forget(trx, ann.id));
  await erase();
  // It must bear being run again.
  await erase();
  expect((await client.get('/api/support/conversations')).body).toMatchObject({ conversations: [] });
  expect((await get(admin, file.href)).status).toBe(404);
  await world.support.sweep();
  for (const name of gone) expect(await files()).not.toContain(name);
  const { rows } = await sql`SELECT FROM support_file_to_remove`.execute(world.db);
  expect(rows).toHaveLength(0);
  const theirs = await (await world.clientOf(eve)).get<ConversationThread>(
    `/api/support/conversations/${others}`,
  );
  expect(theirs.status).toBe(200);
});
