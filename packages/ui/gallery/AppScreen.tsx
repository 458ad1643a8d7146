import { type ReactNode, useState } from 'react';
import {
  AccountCard,
  ActionIcon,
  AppFrame,
  CommandPalette,
  IconBell,
  IconLogout,
  IconSettings,
  Menu,
  TopFigure,
} from '../src';

const search = new URLSearchParams(location.search);

/** The frame around the gallery's pages. */
export function AppScreen({ current, children }: { current: string; children: ReactNode }) {
  const [searching, setSearching] = useState(search.get('open') === 'palette');
  const item = (id: string, label: string, icon: string, badge?: string) => ({
    href: `#${id}`,
    label,
    icon,
    badge,
    current: id === current,
  });
  return (
    <AppFrame
      homeHref="#dashboard"
      onSearch={() => setSearching(true)}
      reserveCorner={search.has('corner')}
      navigation={[
        {
          id: 'work',
          items: [
            item('dashboard', 'Dashboard', 'dashboard'),
            item('table', 'Campaigns', 'campaigns', '14'),
            item('parts', 'Parts', 'metrics'),
            item('forms', 'Forms', 'postbacks'),
          ],
        },
        {
          id: 'beside',
          items: [item('states', 'States', 'news', '2'), item('site', 'Public page', 'world')],
        },
      ]}
      footNavigation={{
        id: 'foot',
        items: [item('help', 'Help', 'help'), item('settings', 'Settings', 'settings')],
      }}
      account={
        <AccountCard name="Halden Outdoor" detail="Ines Vidal · Premium" initialsOf="Ines Vidal">
          <Menu.Item leftSection={<IconSettings size={16} stroke={1.7} />}>Settings</Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />}>Sign out</Menu.Item>
        </AccountCard>
      }
      top={
        <>
          <TopFigure label="Balance" value="$4,218.40" hint="about 6 days" href="#funds" />
          <ActionIcon aria-label="Notices">
            <IconBell size={18} stroke={1.7} />
          </ActionIcon>
        </>
      }
    >
      {children}
      <CommandPalette
        opened={searching}
        onClose={() => setSearching(false)}
        groups={[
          {
            id: 'go',
            label: 'Go to',
            commands: ['dashboard', 'table', 'parts', 'forms'].map((id) => ({
              id,
              label: id[0]?.toUpperCase() + id.slice(1),
              hint: `G ${id[0]?.toUpperCase()}`,
              onRun: () => location.assign(`#${id}`),
            })),
          },
          {
            id: 'campaigns',
            label: 'Campaigns',
            commands: ['Winter shells, US and CA desktop', 'Gift guide, mobile sizes'].map((label) => ({
              id: label,
              label,
              hint: 'Running',
              onRun: () => {},
            })),
          },
        ]}
      />
    </AppFrame>
  );
}
