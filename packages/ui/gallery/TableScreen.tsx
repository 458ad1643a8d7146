import { useEffect, useMemo, useState } from 'react';
import {
  Button,
  Chip,
  confirm,
  EmptyState,
  IconFilter,
  IconPlayerPause,
  IconPlus,
  IconSearch,
  InlineMoney,
  PaceBar,
  PageHeader,
  Panel,
  SegmentedControl,
  SlotThumb,
  Status,
  sizeText,
  TextInput,
  toast,
  useFormat,
  usePageTitle,
} from '../src';
import { type Column, DataTable } from '../src/data';
import { AppScreen } from './AppScreen';
import { campaigns, pictureOf, type SampleCampaign } from './sample';

const open = new URLSearchParams(location.search).get('open');
const none = <span className="ez-dim">–</span>;
const rowId = (row: SampleCampaign) => row.id;

function useColumns(): Column<SampleCampaign>[] {
  const format = useFormat();
  return useMemo(
    () => [
      {
        key: 'name',
        header: 'Campaign',
        phone: 'title',
        total: `All ${campaigns.length} campaigns`,
        sort: (row) => row.name,
        cell: (row) => (
          <span className="ez-name">
            <SlotThumb size={row.size} image={pictureOf(row)} box={30} />
            <span>
              <a href="#campaign">{row.name}</a>
              <small>
                {row.pricing} · {sizeText(row.size)} · {row.id}
              </small>
            </span>
          </span>
        ),
      },
      {
        key: 'state',
        header: 'State',
        phone: 'badge',
        sort: (row) => row.state,
        cell: (row) => <Status state={row.state} plain stacked reason={row.reason} />,
      },
      {
        key: 'bid',
        header: 'Bid',
        numeric: true,
        sort: (row) => row.bidMicros,
        cell: (row) => (
          <InlineMoney
            label={`Bid of ${row.name}`}
            fieldLabel={`Max bid, ${row.pricing}`}
            micros={row.bidMicros}
            effect={(micros) => `At ${format.money(micros)} you win 41% of auctions.`}
            check={(micros) => (micros < 50_000 ? 'Bid at least $0.05' : undefined)}
            onSave={(micros) =>
              toast({ text: `Bid of ${row.name} is now ${format.money(micros)}`, undo: () => {} })
            }
          />
        ),
      },
      {
        key: 'today',
        header: 'Today',
        numeric: true,
        width: 168,
        sort: (row) => row.spentTodayMicros,
        cell: (row) => (
          <span className="gallery-budget">
            <span>
              {format.money(row.spentTodayMicros)}{' '}
              <span className="ez-dim">of {format.money(row.dailyMicros, { digits: 0 })}</span>
            </span>
            <PaceBar spent={row.spentTodayMicros / row.dailyMicros} due={row.due} label={row.name} />
          </span>
        ),
      },
      {
        key: 'spend',
        header: 'Spend',
        numeric: true,
        total: '$10,646.89',
        sort: (row) => row.spendMicros,
        cell: (row) => (row.spendMicros ? format.money(row.spendMicros) : none),
      },
      {
        key: 'impressions',
        header: 'Impressions',
        numeric: true,
        total: '5,245,236',
        sort: (row) => row.impressions,
        cell: (row) => (row.impressions ? format.count(row.impressions) : none),
      },
      {
        key: 'ctr',
        header: 'CTR',
        numeric: true,
        total: '0.35%',
        sort: (row) => (row.impressions ? row.clicks / row.impressions : null),
        cell: (row) => (row.impressions ? format.percent(row.clicks / row.impressions) : none),
      },
    ],
    [format],
  );
}

const ask = () =>
  confirm({
    title: 'Archive 2 campaigns?',
    text: <p>They stop within 5 seconds and leave the list. Impressions already served are still billed.</p>,
    verb: 'Archive 2 campaigns',
    danger: true,
  });

export function TableScreen() {
  usePageTitle('Campaigns');
  const columns = useColumns();
  const [shown, setShown] = useState('all');
  useEffect(() => {
    if (open === 'confirm') void ask();
    if (open === 'toast') toast({ text: 'Bid of “Winter shells” is now $3.85', undo: () => {} });
  }, []);
  const rows = shown === 'none' ? [] : campaigns;
  return (
    <AppScreen current="table">
      <PageHeader
        title="Campaigns"
        lead="14 campaigns, 3 running"
        actions={<Button leftSection={<IconPlus size={16} stroke={2} />}>Create campaign</Button>}
      />
      <Panel flush>
        <DataTable
          label="Campaigns"
          rows={rows}
          columns={columns}
          rowId={rowId}
          rowName={(row) => row.name}
          initialSort={{ key: 'spend', direction: 'descending' }}
          csvName="campaigns"
          picker
          bulk={(chosen, clear) => (
            <>
              <Button variant="default" onClick={clear}>
                Pause
              </Button>
              <Button variant="default" onClick={ask}>
                Archive {chosen.length}
              </Button>
            </>
          )}
          actions={() => [
            {
              id: 'pause',
              label: 'Pause',
              icon: <IconPlayerPause size={16} stroke={1.7} />,
              onSelect: () => {},
            },
            { id: 'archive', label: 'Archive', danger: true, onSelect: ask },
          ]}
          empty={
            <EmptyState
              title="No campaign matches"
              action={<Button onClick={() => setShown('all')}>Clear</Button>}
            />
          }
          toolbar={
            <>
              <SegmentedControl
                aria-label="Campaigns shown"
                value={shown}
                onChange={setShown}
                data={[
                  { value: 'all', label: 'All 14' },
                  { value: 'running', label: 'Running 3' },
                  { value: 'none', label: 'None' },
                ]}
              />
              <TextInput
                aria-label="Filter by name or id"
                placeholder="Filter by name or id"
                leftSection={<IconSearch size={16} stroke={1.7} />}
              />
              <Button variant="default" leftSection={<IconFilter size={16} stroke={1.7} />}>
                Filters
              </Button>
              <Chip label="Pricing" onRemove={() => {}}>
                Pricing: CPM, CPC
              </Chip>
            </>
          }
        />
      </Panel>
    </AppScreen>
  );
}
