import { carefulSocket } from './carefulSocket';

test.each([
  ['connecting', 0, []],
  ['open', 1, ['hello']],
  ['closing', 2, []],
  ['closed', 3, []],
])('while it is %s', (_, readyState, expected) => {
  const sent: unknown[] = [];
  const socket = carefulSocket(() => ({ readyState, send: (payload: unknown) => void sent.push(payload) }))(
    'ws://x',
  );
  socket.send('hello');
  expect(sent).toEqual(expected);
});
