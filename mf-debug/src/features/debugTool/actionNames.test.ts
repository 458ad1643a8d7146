import { nameOfAction } from './actionNames';

const call = (type: string, endpointName: string) => ({
  type,
  meta: { arg: { endpointName, originalArgs: 'secret' } },
});

test.each([
  [{ type: 'dateRange/choosePreset', payload: 'secret' }, 'dateRange/choosePreset'],
  [call('api/executeQuery/pending', 'campaigns'), 'api/executeQuery/pending campaigns'],
  [call('api/executeMutation/fulfilled', 'debugUpdateProperty'), null],
  [{ type: 'api/internalSubscriptions/subscriptionsUpdated' }, null],
  [{ type: 'debug/logged', payload: { message: 'x' } }, null],
  [{ type: '@@INIT' }, null],
])('%j is kept as %p', (action, name) => expect(nameOfAction(action)).toBe(name));
