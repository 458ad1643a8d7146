import { AD_SIZES } from '@ezdash/contracts/constants';
import { useState } from 'react';
import {
  Button,
  CodeBlock,
  DimensionLine,
  Drawer,
  Money,
  Notice,
  PageHeader,
  Panel,
  Slot,
  type State,
  Status,
  states,
  usePageTitle,
} from '../src';
import { Tabs } from '../src/data';
import { AppScreen } from './AppScreen';
import { pictureOf } from './sample';

const open = new URLSearchParams(location.search).get('open');
const tag = `<script async src="https://ads.example/tag.js"></script>
<ins class="ez-ad" data-zone="z_4Kd81" style="display:block; width:300px; height:250px"></ins>`;

export function PartsScreen() {
  usePageTitle('Parts');
  const [drawer, setDrawer] = useState(open === 'drawer');
  const code = (label: string) => <CodeBlock label={label} code={tag} />;
  return (
    <AppScreen current="parts">
      <PageHeader
        title="Parts"
        status={<Status state="running" />}
        back={{ href: '#table', label: 'Campaigns' }}
        lead={<span>CPM · 300×250</span>}
        actions={
          <>
            <Button variant="default">Save and leave</Button>
            <Button onClick={() => setDrawer(true)}>Get the tag</Button>
          </>
        }
      />
      <div className="ez-stack">
        <Notice
          tone="warn"
          title="Your balance is used up."
          action={<Button variant="default">Add funds</Button>}
        >
          Campaigns resume within 5 seconds of a deposit.
        </Notice>
        <Panel title="States" hint="filled in headers, plain in tables">
          <div className="ez-actions">
            {(Object.keys(states) as State[]).map((state) => (
              <Status key={state} state={state} />
            ))}
          </div>
          <div className="ez-actions gallery-gap">
            {(Object.keys(states) as State[]).map((state) => (
              <Status key={state} state={state} plain />
            ))}
          </div>
        </Panel>
        <Panel title="Slots">
          <div className="gallery-slots">
            {AD_SIZES.slice(0, 6).map((size, i) => (
              <div key={size.name} style={{ inlineSize: size.width / 3 }}>
                <Slot
                  size={size}
                  image={i % 2 ? null : pictureOf({ size, paper: '#28506a' })}
                  alt={size.name}
                />
                <DimensionLine size={size}>$2.18</DimensionLine>
              </div>
            ))}
          </div>
        </Panel>
        <Panel title="Ledger line">
          <Money micros={-86_412_700} digits={4} quietFrom={2} />
        </Panel>
        <Panel title="Code">
          <Tabs defaultValue="js">
            <Tabs.List>
              <Tabs.Tab value="js">JavaScript</Tabs.Tab>
              <Tabs.Tab value="json">JSON</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="js" pt="md">
              {code('Tag of the zone')}
            </Tabs.Panel>
          </Tabs>
        </Panel>
      </div>
      <Drawer
        opened={drawer}
        onClose={() => setDrawer(false)}
        title="Tag of Sidebar, home page"
        actions={<Button onClick={() => setDrawer(false)}>Done</Button>}
      >
        {code('In the head of every page')}
      </Drawer>
    </AppScreen>
  );
}
