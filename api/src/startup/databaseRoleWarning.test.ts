import type { PrivilegeGap } from '../platform/db';
import { databaseRoleWarning } from './databaseRoleWarning';

const gap = (fields: Partial<PrivilegeGap>): PrivilegeGap => ({
  kind: 'TABLE',
  name: 'public.campaign',
  target: 'public.campaign',
  missing: [],
  extra: [],
  ...fields,
});

it('says nothing of a role that has what the app uses, or less', () => {
  expect(databaseRoleWarning('app', [])).toBeNull();
  expect(databaseRoleWarning('app', [gap({ missing: ['SELECT'] })])).toBeNull();
});

it('names the role, what it can do too much, and what to set', () => {
  const warning = databaseRoleWarning('app', [gap({ missing: ['SELECT'] }), gap({ extra: ['TRUNCATE'] })]);
  expect(warning?.name).toBe('database_role');
  expect(warning?.sentence).toContain('The role app of DATABASE_URL can do more');
  expect(warning?.sentence).toContain('(TRUNCATE on public.campaign). Set MIGRATIONS_DATABASE_URL');
});
