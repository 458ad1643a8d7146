import type { ReleaseInfo, RemoteReleases } from '@ezdash/contracts';
import { type Call, type RenderedRemote, renderRemote, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { RemotePage } from '../pages/RemotePage';
import { admin } from './consoleData';
import { makeRelease, makeState, makeVerdict } from './releaseData';

/** Where the calls about the remote go. */
export const AT = '/api/operator/releases/mf-advertiser';
export const GET = `GET ${AT}`;
export const HISTORY = `GET ${AT}/history`;
export const TEAM = `GET ${AT}/team`;

/** The page of a remote with a stubbed server. */
export function showRemote(routes: StubRoutes, name = 'mf-advertiser'): RenderedRemote {
  return renderRemote(
    <Routes>
      <Route path="/admin/remotes/:name" element={<RemotePage />} />
    </Routes>,
    {
      path: `/admin/remotes/${name}`,
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/log': {},
        'GET /api/settings/sessions': { sessions: [] },
        [HISTORY]: { events: [], next: null },
        [TEAM]: { members: [], overrides: [] },
        ...routes,
      },
    },
  );
}

/** What everybody has. */
export const active: ReleaseInfo = makeRelease({ version: '1.3.2', verdict: makeVerdict() });
export const answer = (over: Partial<RemoteReleases> = {}): RemoteReleases => ({
  state: makeState(),
  releases: [makeRelease(), active],
  next: null,
  ...over,
});
/** What a change is answered with. */
export const changed = { state: makeState(), verdict: null };

export const dialog = async () => within(await screen.findByRole('dialog'));
/** Calls about the remote below its address. */
export const sent = (calls: readonly Call[], what: string) =>
  calls.filter(({ path }) => path === `${AT}${what}`);
/** Chooses something of a release's menu. */
export async function choose(version: string, action: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${version}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}
