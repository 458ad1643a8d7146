import Pusher from 'pusher';
import { createSigner } from './createSigner';

/** The reference: the library that everybody signs with. */
const app = { appId: '7', key: 'key', secret: 'a secret of the tests' };
const pusher = new Pusher({ ...app, host: 'localhost' });
const signer = createSigner(app);

it('signs channels as the library does', () => {
  expect(signer.sign('12.34', 'private-operators')).toBe(
    pusher.authorizeChannel('12.34', 'private-operators').auth,
  );
});

it('signs who is on a presence channel', () => {
  const member = { user_id: 'u_1001', user_info: { name: 'Ünes', side: 'customer' } };
  const { auth, channel_data } = pusher.authorizeChannel('12.34', 'presence-conversation.cn_1', member);
  expect(channel_data).toBe(JSON.stringify(member));
  expect(signer.sign('12.34', 'presence-conversation.cn_1', JSON.stringify(member))).toBe(auth);
});

it('signs users', () => {
  const user = { id: 'u_1001' };
  expect(signer.signUser('12.34', JSON.stringify(user))).toBe(pusher.authenticateUser('12.34', user).auth);
});
