import { splitIds } from './splitIds';

test.each([
  ['zones', 'z_1021', ['z_1021']],
  ['zones', ' z_1021, Z_1022\nz_1021;z_103a ', ['z_1021', 'z_1022', 'z_103a']],
  ['properties', 'p_1000 p_1001', ['p_1000', 'p_1001']],
  ['properties', 'z_1021', []],
  ['zones', 'z_1021 top', []],
  ['zones', 'zone', []],
  ['zones', '', []],
] as const)('of %s, %j is %j', (kind, text, ids) => {
  expect(splitIds(kind, text)).toEqual(ids);
});
