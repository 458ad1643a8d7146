import { z } from 'zod';
import { directionsOf } from './directions';
import { schemasOf } from './schemasOf';

const money = z.int();
const exported = {
  money,
  note: z.string(),
  stop: z.object({ why: z.string() }),
  paid: z.object({ money }),
  payRequest: z.object({ money }),
  thingAnswer: z.object({ a: z.string() }),
  place: z.string(),
  asked: z.object({ place: z.string() }),
};
const sources = {
  server: ['router.post("/x", route({ params: z.object({}), body: stop }, handle))'],
  pages: ['shellPaid: build.query<Paid, void>(…), shellAsk: build.mutation<null, Asked>(…)'],
  contracts: ['export type Paid = z.infer<typeof paid>;\nexport type Asked = z.input<typeof asked>;'],
};

test('routes, endpoints and names say which way a schema goes, and what it is made of goes along', () => {
  expect(directionsOf(schemasOf(exported, 'input'), sources)).toEqual({
    stop: 'request',
    paid: 'answer',
    payRequest: 'request',
    thingAnswer: 'answer',
    asked: 'request',
    money: 'both',
    note: 'both',
    place: 'both',
  });
});
