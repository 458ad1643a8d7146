import { assertViewMay } from './viewRules';

const refused = (method: string, path: string): string | null => {
  try {
    assertViewMay(method, path);
    return null;
  } catch (error) {
    expect(error).toMatchObject({ status: 403, code: 'VIEW_ONLY' });
    return (error as Error).message;
  }
};

it.each([
  ['GET', '/'],
  ['GET', '/api/auth/me'],
  ['HEAD', '/api/campaigns'],
  ['OPTIONS', '/api/campaigns'],
  ['GET', '/api/settings/privacy'],
  ['GET', '/api/settings/alerts'],
  ['GET', '/api/conversion-goals/g_1001'],
  ['GET', '/settings/sessions'],
  ['POST', '/debug-tool/view/stop'],
  ['POST', '/debug-tool/user/update-property'],
  ['POST', '/broadcasting/auth'],
  ['POST', '/broadcasting/user-auth'],
  ['POST', '/api/remotes/failures'],
])('%s %s stays open', (method, path) => {
  expect(refused(method, path)).toBeNull();
});

it.each([
  ['POST', '/api/campaigns'],
  ['PATCH', '/api/settings/profile'],
  ['PUT', '/api/settings/alerts'],
  ['DELETE', '/api/settings/sessions'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/locale'],
  ['POST', '/debug-tool'],
  ['POST', '/debug-toolbox/view'],
  ['POST', '/broadcasting/auth/more'],
  ['POST', '/api/remotes'],
  ['PURGE', '/'],
  ['GET', '/api/settings/sessions'],
  ['HEAD', '/api/settings/sessions'],
  ['GET', '/API/Settings/Sessions//'],
  ['GET', '/api/settings/api-tokens'],
  ['GET', '/api/settings/factors'],
  ['GET', '/api/settings/social-connections'],
  ['GET', '/api/settings/alerts/webhook'],
  ['GET', '/api/settings/privacy/exports/7/archive'],
  ['GET', '/api/conversion-goals/g_1001/KEY/'],
  ['GET', '/auth/social/acme/start'],
  ['GET', '/auth/social/acme/callback'],
])('%s %s is closed', (method, path) => {
  expect(refused(method, path)).toContain("with its owner's eyes");
});

it('says so in words that end no debug session', () => {
  for (const [method, path] of [
    ['POST', '/api/campaigns'],
    ['GET', '/api/settings/sessions'],
  ] as const)
    expect(refused(method, path)).not.toMatch(/session|valid/i);
});
