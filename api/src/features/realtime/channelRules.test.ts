import { CHANNELS, publicId } from '@ezdash/contracts';
import { mayListen, memberOf, type Person } from './channelRules';

const person = (id: number, changes: Partial<Person>): Person => ({
  id,
  role: 'advertiser',
  status: 'active',
  firstName: 'Ines',
  companyName: 'Alpine Trails',
  username: 'ines',
  ...changes,
});

const WHO = {
  advertiser: person(1, {}),
  other: person(2, {}),
  publisher: person(3, { role: 'publisher' }),
  suspended: person(4, { status: 'suspended' }),
  pending: person(5, { status: 'pending' }),
  admin: person(6, { role: 'admin' }),
  gone: person(7, { role: 'admin', status: 'suspended' }),
};
type Who = keyof typeof WHO;
const EVERYBODY = Object.keys(WHO) as Who[];

/** As the support's own rule: the owner (user 1) or somebody who answers; it does not look at an admin's standing. */
const mayJoin = async ({ id, role }: Pick<Person, 'id' | 'role'>, conversationId: number) =>
  conversationId === 5 && (id === 1 || role === 'admin');

const account = (who: Who) => CHANNELS.account(publicId('user', WHO[who].id));

const TABLE: readonly (readonly [channel: string, mayListenTo: readonly Who[]])[] = [
  ...EVERYBODY.map((who) => [account(who), [who]] as const),
  [CHANNELS.operators(), ['admin']],
  [CHANNELS.conversation(publicId('conversation', 5)), ['advertiser', 'admin']],
  [CHANNELS.conversation(publicId('conversation', 6)), []],
  [CHANNELS.role('advertiser'), ['advertiser', 'other', 'suspended', 'pending', 'admin']],
  [CHANNELS.role('publisher'), ['publisher', 'admin']],
  // The role alone names no other people, and so is not closed with the account.
  [CHANNELS.role('admin'), ['admin', 'gone']],
  // Nothing is signed for a channel that is open to everybody.
  [CHANNELS.releases(), []],
  ['private-account.u_1', []],
  ['private-account.', []],
  ['private-account.u_1001.more', []],
  ['private-role.owner', ['admin']],
  ['private-encrypted-account.u_1001', []],
  ['presence-account.u_1001', []],
  ['private-conversation.cn_1005', []],
  ['presence-conversation.cn_5', []],
  ['private-anything', []],
  ['private-operators\n', []],
  ['', []],
];

it.each(TABLE)('%p', async (channel, expected) => {
  const may = await Promise.all(EVERYBODY.map((who) => mayListen(WHO[who], channel, mayJoin)));
  expect(EVERYBODY.filter((_, index) => may[index])).toEqual(expected);
});

it.each([
  [WHO.advertiser, { name: 'Alpine Trails', side: 'customer' }],
  [person(1, { companyName: null }), { name: 'Ines', side: 'customer' }],
  [person(1, { companyName: ' ', firstName: null }), { name: 'ines', side: 'customer' }],
  [
    person(1, { companyName: null, firstName: null, username: 'ines@alps.test' }),
    { name: 'u_1001', side: 'customer' },
  ],
  [WHO.admin, { name: 'Ines', side: 'support' }],
  [
    person(6, { role: 'admin', firstName: null, username: 'ops@ads.test' }),
    { name: 'u_1006', side: 'support' },
  ],
])('shows others a name and never an address', (who, shown) => {
  expect(memberOf(who)).toEqual(shown);
});
