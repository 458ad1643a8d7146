import { MICROS } from '@ezdash/contracts/constants';
import {
  Button,
  IconPlus,
  NeedsYou,
  PaceBar,
  PageHeader,
  Panel,
  SlotThumb,
  Stat,
  StatStrip,
  Status,
  useFormat,
  usePageTitle,
} from '../src';
import { BarList, LineChart } from '../src/data';
import { AppScreen } from './AppScreen';
import { campaigns, pictureOf, wander } from './sample';

const days = Array.from({ length: 28 }, (_, i) =>
  new Date(Date.UTC(2026, 9, 25 + i)).toISOString().slice(0, 10),
);
const spend = wander(3, 28, 400, 0.008).map((value) => value * MICROS);
const before = wander(5, 28, 350, 0.004).map((value) => value * MICROS);
const versus = 'vs previous 28 days';

function Figures() {
  return (
    <StatStrip label="Last 28 days">
      <Stat
        label="Spend"
        micros={11_480_890_000}
        change={{ now: 1132, before: 1000, good: 'neither' }}
        versus={versus}
        trend={spend}
        previous={before}
      />
      <Stat
        label="Impressions"
        value="5,245,236"
        change={{ now: 1098, before: 1000 }}
        versus={versus}
        trend={wander(7, 28, 180, 0.006)}
        previous={wander(4, 28, 168, 0.004)}
      />
      <Stat
        label="CTR"
        value="0.35%"
        change={{ now: 0.0035, before: 0.0037, kind: 'points' }}
        versus={versus}
        trend={wander(9, 28, 90, -0.004)}
        previous={wander(5, 28, 92, 0)}
      />
      <Stat
        label="Conversions"
        value="770"
        change={{ now: 770, before: 633 }}
        versus={versus}
        trend={wander(21, 28, 22, 0.02)}
      />
      <Stat
        label="Cost per conversion"
        micros={14_910_000}
        change={{ now: 14.91, before: 16.01, good: 'down' }}
        versus={versus}
        trend={wander(31, 28, 60, -0.007)}
      />
    </StatStrip>
  );
}

function Pacing() {
  const format = useFormat();
  return (
    <Panel title="Pacing today" hint="58% of the day has passed" flush>
      <div className="gallery-pacing">
        {campaigns.slice(0, 4).map((one) => (
          <div key={one.id}>
            <SlotThumb size={one.size} image={pictureOf(one)} box={32} />
            <span className="ez-name">
              <span>
                <a href="#campaign">{one.name}</a>
                <Status state={one.state} plain reason={one.reason} />
              </span>
            </span>
            <PaceBar spent={one.spentTodayMicros / one.dailyMicros} due={one.due} label={one.name} />
            <span className="ez-num">{format.money(one.spentTodayMicros)}</span>
          </div>
        ))}
      </div>
    </Panel>
  );
}

export function DashboardScreen() {
  usePageTitle('Dashboard');
  const format = useFormat();
  return (
    <AppScreen current="dashboard">
      <PageHeader
        title="Dashboard"
        lead="Sat 21 Nov, 14:06 UTC. Figures are final up to 14:00."
        actions={<Button leftSection={<IconPlus size={16} stroke={2} />}>Create campaign</Button>}
      />
      <Figures />
      <div className="ez-cols">
        <div className="ez-stack">
          <Panel title="Spend by day" hint="UTC">
            <LineChart
              label="Spend by day, 25 Oct to 21 Nov 2026, compared with the 28 days before"
              ticks={days.map((day) => format.date(day, { now: '2026-11-21' }))}
              area
              format={(micros) => format.money(micros)}
              axisFormat={(micros) => format.compactMoney(micros)}
              series={[{ name: 'Spend', color: 'd1', values: spend, previous: before }]}
              events={[{ at: 20, text: 'Bid raised' }]}
              height={236}
            />
          </Panel>
          <Pacing />
        </div>
        <div className="ez-stack">
          <NeedsYou
            needs={[
              {
                id: 'balance',
                tone: 'warn',
                subject: 'Balance',
                children: 'lasts about 6 days at this pace.',
                action: { label: 'Top up', href: '#funds' },
              },
              {
                id: 'c_7K5',
                tone: 'bad',
                subject: 'Winter shells, retargeting',
                children: 'was rejected: the landing page answers 404.',
                action: { label: 'Fix', href: '#c' },
              },
              {
                id: 'c_7H9',
                tone: 'warn',
                subject: 'Trail season, Nordics',
                children: 'reached its daily budget at 11:52. It could have won 184,000 more impressions.',
                action: { label: 'Raise', onClick: () => {} },
              },
            ]}
          />
          <Panel title="Spend by country">
            <BarList
              rows={[
                ['US', 'United States', 5120.4],
                ['CA', 'Canada', 2284.18],
                ['DE', 'Germany', 1490.02],
                ['SE', 'Sweden', 1121.75],
                ['NO', 'Norway', 817.8],
              ].map(([id, name, value]) => ({
                id: String(id),
                name: String(name),
                value: Number(value),
                text: format.money(Math.round(Number(value) * MICROS)),
              }))}
            />
          </Panel>
        </div>
      </div>
    </AppScreen>
  );
}
