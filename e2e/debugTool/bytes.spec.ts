import { HOME } from '../support/account';
import { arrive } from '../support/debugTool';
import { registryOf } from '../support/pages';
import { expect, test } from '../support/test';

for (const role of ['advertiser', 'publisher'] as const) {
  test(`nothing of the debug tool and the console is in what an ordinary ${role} downloads`, async ({
    open,
  }) => {
    const page = await open(role);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const texts = page.waitForResponse(/\/api\/translations\//);
    await arrive(page, HOME[role]);
    const said = (await (await texts).json()) as { translations: object };
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /mf-debug|debug-tool|operator/.test(url))).toEqual([]);
    expect(Object.keys(said.translations)).not.toContain('debug');
    const html = await (await page.request.get(HOME[role], { headers: { Accept: 'text/html' } })).text();
    expect(html).not.toContain('/admin');
    expect(html).not.toContain('debug:');
    expect(html).not.toContain('Console');
    const tool = (await registryOf(page.request, HOME[role]))['mf-debug'];
    expect(tool?.manifest.pages).toEqual([]);
    expect(tool?.preload).toEqual({});
  });
}

test('a guest who asks for a page of staff is led to the log-in, and an advertiser is told whose it is', async ({
  open,
}) => {
  const guest = await open();
  await arrive(guest, '/admin/payouts');
  await expect(guest).toHaveURL(/\/auth\/login\?next=%2Fadmin%2Fpayouts/);
  const advertiser = await open('advertiser');
  await arrive(advertiser, '/admin/payouts');
  await expect(advertiser.getByRole('heading', { level: 1 })).toContainText('belongs to');
});
