import type { Db } from '../../platform/db';
import type { JobQueue, Jobs, PayloadSchema } from '../../platform/jobs';
import { fakeClock } from '../../testing/fakeClock';
import { createForgotPassword } from './forgotPassword';
import type { ProofMails } from './mails';

/** Whatever is asked of it fails the test. */
const untouchable = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`The call asked for ${String(name)}`);
    },
  },
);

it('notes the wish and looks for nobody, so that the answer takes the same time for every address', async () => {
  const wishes: object[] = [];
  const jobs: Pick<Jobs, 'queue'> = {
    queue: <S extends PayloadSchema>(name: string): JobQueue<S> => ({
      name,
      send: async (payload) => {
        wishes.push(payload);
        return 'a job';
      },
    }),
  };
  const forgotPassword = createForgotPassword({
    db: untouchable as Db,
    mails: untouchable as ProofMails,
    clock: fakeClock(),
    jobs,
  });
  await forgotPassword('somebody@example.test', '192.0.2.1', 'de');
  expect(wishes).toEqual([{ email: 'somebody@example.test', locale: 'de' }]);
});
