import { publicId } from '@ezdash/contracts';
import { createTestDb, makeProperty, makePublisher, type TestDb } from '../testing';
import { type RtbSeatArgs, rtbSeat } from './rtbSeat';
import { UsageError } from './withDatabase';

let test_: TestDb;
let property: string;
beforeAll(async () => {
  test_ = await createTestDb();
  const publisher = await makePublisher(test_.db);
  property = publicId('property', (await makeProperty(test_.db, { publisher_id: publisher.id })).id);
});
afterAll(() => test_.drop());

async function run(command: string | undefined, args: RtbSeatArgs = {}): Promise<string> {
  const lines: string[] = [];
  expect(await rtbSeat(test_.db, command, args, new Date(), (line) => lines.push(line))).toBe(0);
  return lines.join('\n');
}

it('an operator makes a seat, whose key is shown once and kept as a hash', async () => {
  expect(await run('list')).toBe('There are no seats yet.');
  const text = await run('create', { property, name: 'The exchange', 'buyer-seat': '77' });
  const [key = ''] = /rtb_[\w-]{43}/.exec(text) ?? [];
  const [id = ''] = /\d+/.exec(text) ?? [];
  expect(key).not.toBe('');
  const row = await test_.db.selectFrom('rtb_seat').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    id: Number(id),
    buyer_seat: '77',
    click_macro: null,
    requests_per_second: 1_000,
  });
  expect(JSON.stringify(row)).not.toContain(key);

  expect(await run('list')).toMatch(
    new RegExp(
      `^${id} {2}The exchange \\(${property}, we are 77 there\\)\\n +30 days: 0 wins, 0 losses; it says 0 are billed, \\$0\\.00; counted are 0 impressions, \\$0\\.00 earned$`,
    ),
  );
  expect(await run('revoke', { seat: id })).toContain('opens nothing');
  expect(await run('list')).toContain(', revoked)');
  await expect(run('revoke', { seat: id })).rejects.toThrow(UsageError);
});

it.each<[string, string | undefined, RtbSeatArgs]>([
  ['nothing', undefined, {}],
  ['something else', 'change', {}],
  ['no property', 'create', { name: 'X' }],
  ['a property that there is not', 'create', { property: 'p_zzzz', name: 'X' }],
  [
    'no name',
    'create',
    {
      get property() {
        return property;
      },
    },
  ],
  [
    'a rate of none',
    'create',
    {
      get property() {
        return property;
      },
      name: 'X',
      'requests-per-second': '0',
    },
  ],
  [
    'an empty macro',
    'create',
    {
      get property() {
        return property;
      },
      name: 'X',
      'click-macro': ' ',
    },
  ],
  ['no seat', 'revoke', {}],
  ['a seat that is no number', 'revoke', { seat: '-1' }],
])('%s is a mistake with a sentence', async (_, command, args) => {
  await expect(run(command, args)).rejects.toThrow(UsageError);
});
