import type { Zone } from '@ezdash/contracts';
import { type RenderedRemote, renderRemote, type StubRoutes, testUser } from '@ezdash/remote-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { PropertyPage } from '../pages/PropertyPage';
import { byReason, floorAdvice, makeDetail, makeFigures, makeZone } from './publisherData';

export const silent = makeZone({
  id: 'z_1001',
  name: 'Webcam pages',
  width: 728,
  height: 90,
  last_request_at: null,
  figures: makeFigures(),
  daily_earnings_micros: [0, 0, 0],
});

/** A server that remembers what is changed. */
function server(zones: Zone[]): StubRoutes {
  let known = zones;
  return {
    'GET /api/properties/:id': () => makeDetail(known),
    'GET /api/zones/:id/floor-advice': floorAdvice(),
    'GET /api/metrics': byReason({}),
    'GET /api/properties/:id/ads-txt': {
      line: 'ads.example, u_1000, DIRECT',
      file_url: 'https://alpineweather.example/ads.txt',
      result: null,
    },
    'PATCH /api/zones/:id': ({ params, body }: { params: { id: string }; body: Partial<Zone> }) => {
      known = known.map((zone) => (zone.id === params.id ? { ...zone, ...body } : zone));
      return known.find((zone) => zone.id === params.id);
    },
    'POST /api/properties/:id/zones': ({
      body,
    }: {
      body: { name: string; size: { width: number; height: number } };
    }) => {
      const made = { ...silent, id: 'z_1002', name: body.name, ...body.size };
      known = [...known, made];
      return made;
    },
  };
}

let rendered: RenderedRemote | undefined;
/** The page over such a server, at the property. */
export function showProperty(
  zones: Zone[] = [makeZone(), silent],
  routes: StubRoutes = {},
  query = '',
): RenderedRemote {
  rendered = renderRemote(
    <Routes>
      <Route path="/publisher/properties/:id" element={<PropertyPage />} />
    </Routes>,
    {
      path: `/publisher/properties/p_1000${query}`,
      user: testUser({ role: 'publisher' }),
      texts: { publisher: texts },
      routes: { ...server(zones), ...routes },
    },
  );
  return rendered;
}

/** Takes away what was shown last. */
export const leaveProperty = () => rendered?.unmount();

export const changes = ({ calls }: RenderedRemote) => calls.filter(({ method }) => method !== 'GET');
export const menuOf = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
