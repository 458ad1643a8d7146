import { createTurns } from './turns';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('works run in their order, and between two of them what else waits is heard', async () => {
  const inTurn = createTurns();
  const heard: string[] = [];
  for (const name of ['one', 'two', 'three']) inTurn(() => heard.push(name));
  expect(heard).toEqual([]);
  for (let turn = 0; turn < 3; turn += 1) {
    setImmediate(() => heard.push('other'));
    await nextTurn();
  }
  expect(heard).toEqual(['one', 'other', 'two', 'other', 'three', 'other']);
});

it('a work that adds another does not run it in its own turn, and none is lost', async () => {
  const inTurn = createTurns();
  const heard: string[] = [];
  inTurn(() => {
    heard.push('one');
    inTurn(() => heard.push('two'));
  });
  await nextTurn();
  expect(heard).toEqual(['one']);
  await nextTurn();
  inTurn(() => heard.push('three'));
  await nextTurn();
  expect(heard).toEqual(['one', 'two', 'three']);
});
