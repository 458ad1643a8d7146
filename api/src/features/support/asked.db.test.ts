import { randomUUID } from 'node:crypto';
import { rowId } from '@ezdash/contracts';
import { type MadeUser, makeAdmin, makeAdvertiser } from '../../testing';
import type { Diagnose } from './diagnosis/createDiagnosis';
import { FOUND, openSupport, type SupportWorld } from './testSupport';

let diagnose: Diagnose = async () => [];
let world: SupportWorld;
let ann: MadeUser;
let admin: MadeUser;
beforeAll(async () => {
  world = await openSupport((user, text) => diagnose(user, text));
});
beforeEach(async () => {
  diagnose = async () => [];
  ann = await makeAdvertiser(world.db, { company_name: 'Ann & Co' });
  admin = await makeAdmin(world.db);
  world.asked.length = 0;
  world.over.length = 0;
});
afterAll(() => world.close());

const MINE = '/api/support/conversations';
const THEIRS = '/api/operator/conversations';
const opened = async (more: object = {}) => (await world.openConversation(ann, more)).body.conversation.id;
const post = async (by: MadeUser, address: string, body: object = {}) =>
  (await world.clientOf(by)).post(address, body);
const write = (id: string, body: string) =>
  post(ann, `${MINE}/${id}/messages`, { client_id: randomUUID(), body });
const answer = (id: string) =>
  post(admin, `${THEIRS}/${id}/messages`, { client_id: randomUUID(), body: 'Like this' });
const turns = () => [...new Set(world.asked.map(({ waitingSince }) => waitingSince.getTime()))];

test('operators hear of who waits, in one turn of waiting until somebody answers', async () => {
  const id = await opened({ subject: 'Invoice', body: 'Where is it?\nThank you' });
  expect(world.asked).toContainEqual({
    conversationId: rowId('conversation', id),
    waitingSince: world.clock.now(),
  });
  world.clock.advance(60_000);
  await write(id, 'Hello?');
  expect(turns()).toHaveLength(1);
  expect(world.over).toEqual([]);
  await answer(id);
  expect(world.over).toEqual([rowId('conversation', id)]);
  world.clock.advance(60_000);
  await write(id, 'And now?');
  expect(turns()).toHaveLength(2);
  await post(ann, `${MINE}/${id}/solve`);
  expect(world.over).toHaveLength(2);
});

test('what the own figures answer asks nobody; what fails or finds nothing does, and so does who wants a person', async () => {
  diagnose = async () => [FOUND];
  const id = await opened({ skip_diagnosis: false });
  expect(world.asked).toEqual([]);
  await post(ann, `${MINE}/${id}/ask-person`);
  expect(world.asked).toMatchObject([{ conversationId: rowId('conversation', id) }]);
  diagnose = async () => {
    throw new Error('No figures today');
  };
  const other = await opened({ skip_diagnosis: false });
  expect(world.asked.at(-1)).toMatchObject({ conversationId: rowId('conversation', other) });
});

test('an operator who closes it ends the waiting', async () => {
  const id = await opened();
  await post(admin, `${THEIRS}/${id}/state`, { state: 'solved' });
  expect(world.over).toEqual([rowId('conversation', id)]);
});
