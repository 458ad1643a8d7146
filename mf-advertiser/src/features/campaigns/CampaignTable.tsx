import type { Campaign, CampaignPage } from '@ezdash/contracts';
import { toApiError } from '@ezdash/store';
import {
  Button,
  EmptyState,
  IconAdjustmentsHorizontal,
  IconArchive,
  IconArrowRight,
  IconCoin,
  IconCopy,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  Notice,
  Panel,
} from '@ezdash/ui';
import { type PageSize, ServerTable } from '@ezdash/ui/data';
import { createElement, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Notices } from '../../components/Notices';
import { useFailureText } from '../../components/useFailureText';
import { ActionTroubleNotice } from './ActionTroubleNotice';
import { BidDialog } from './BidDialog';
import { BudgetDialog } from './BudgetDialog';
import { CampaignToolbar } from './CampaignToolbar';
import { mayAct } from './campaignGroups';
import { useLazyCampaignListIdsQuery } from './campaignList.api';
import type { CampaignSetArgs } from './campaigns.api';
import { useAmountEdit } from './useAmountEdit';
import { useCampaignActions } from './useCampaignActions';
import { useCampaignColumns, useCampaignTotals } from './useCampaignColumns';
import type { CampaignRows } from './useCampaignRows';
import { useClone } from './useClone';
import type { ListSettings } from './useListSettings';
import { useSelection } from './useSelection';
import type { ChosenAmounts } from './useSendAmounts';
import { useShownColumns } from './useShownColumns';
import { ViewsMenu } from './ViewsMenu';

const MENU_ACTIONS = ['pause', 'resume', 'submit', 'archive'] as const;
const BULK_ACTIONS = ['pause', 'resume', 'archive'] as const;
const BULK_AMOUNTS = ['budget', 'bid'] as const;
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, submit: IconSend, archive: IconArchive };
const AMOUNT_ICONS = { budget: IconCoin, bid: IconAdjustmentsHorizontal };
const idOf = (campaign: Campaign) => campaign.id;
const nameOf = (campaign: Campaign) => campaign.name;

/** A function that stays the same while what it calls changes, so that rows and columns need not be made again. */
function useLatest<Args extends unknown[], Answer>(call: (...args: Args) => Answer) {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  }, [call]);
  return useCallback((...args: Args) => latest.current(...args), []);
}

interface CampaignTableProps {
  page: CampaignPage;
  rows: CampaignRows;
  list: ListSettings;
  args: CampaignSetArgs;
  pageIndex: number;
  pageSize: PageSize;
  onPage: (index: number, size: PageSize) => void;
}

/** The campaigns with live figures: filter, order, edit in place, act on one or many. */
export function CampaignTable({ page, rows, list, args, pageIndex, pageSize, onPage }: CampaignTableProps) {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [changing, setChanging] = useState<(typeof BULK_AMOUNTS)[number] | null>(null);
  const actions = useCampaignActions();
  const clone = useClone(setTrouble);
  const onSave = useLatest(useAmountEdit(setTrouble));
  const { settings } = list;
  const { group, pricing, state = null, format = null, q } = settings;
  const filtered = group !== 'all' || q !== '' || [pricing, state, format].some((one) => one !== null);
  const columns = useCampaignColumns(page.totals.has_cpa, onSave);
  const totals = useCampaignTotals(page, filtered);
  const shown = useShownColumns(columns, list);
  const loaded = useRef(new Map<string, Campaign>());
  for (const campaign of page.campaigns) loaded.current.set(campaign.id, campaign);
  const rowAt = useCallback(
    (index: number) => {
      const row = rows.rowAt(index);
      if (row) loaded.current.set(row.id, row);
      return row;
    },
    [rows.rowAt],
  );
  const known = useCallback((id: string) => loaded.current.get(id), []);
  const selection = useSelection(JSON.stringify([group, pricing, state, format, q]), known);
  const [askIds, asking] = useLazyCampaignListIdsQuery();
  const selectAll = async () => {
    const answer = await askIds(args);
    if (answer.data) selection.select(answer.data.ids, true);
    const error = toApiError(answer.error);
    setTrouble(error ? failureText(error) : null);
  };
  const menu = useLatest((campaign: Campaign) => [
    {
      id: 'open',
      label: t('action.open'),
      icon: <IconArrowRight {...icon} />,
      onSelect: () => navigate(`/advertiser/campaigns/${campaign.id}`),
    },
    {
      id: 'clone',
      label: t('campaignList.clone'),
      icon: <IconCopy {...icon} />,
      onSelect: () => void clone(campaign),
    },
    ...MENU_ACTIONS.filter((action) => mayAct(campaign.state, action)).map((action) => ({
      id: action,
      label: t(`action.${action}`),
      icon: createElement(ICONS[action], icon),
      danger: action === 'archive',
      onSelect: () => void actions.run(action, [campaign]),
    })),
  ]);
  const bulk = (
    <>
      {BULK_ACTIONS.map((action) => (
        <Button
          key={action}
          variant="default"
          leftSection={createElement(ICONS[action], icon)}
          // What stayed as it was stays marked: it can be tried again without looking for it.
          onClick={async () => selection.select(await actions.run(action, selection.chosen), false)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      {BULK_AMOUNTS.map((amount) => (
        <Button
          key={amount}
          variant="default"
          leftSection={createElement(AMOUNT_ICONS[amount], icon)}
          onClick={() => {
            actions.dismiss();
            setChanging(amount);
          }}
        >
          {t(`campaignList.${amount}.open`)}
        </Button>
      ))}
      {selection.ids.size < page.total ? (
        <Button variant="subtle" loading={asking.isFetching} onClick={() => void selectAll()}>
          {t('campaignList.selectAll', { count: page.total })}
        </Button>
      ) : null}
    </>
  );
  const chosen: ChosenAmounts = {
    campaigns: selection.chosen,
    onClose: () => setChanging(null),
    onDone: (changed, said) => {
      actions.report(said);
      selection.select(changed, false);
    },
  };
  const clear = () =>
    list.apply({ ...settings, group: 'all', pricing: null, state: null, format: null, q: '' }, null);
  return (
    <>
      <Notices>
        <ActionTroubleNotice trouble={actions.trouble} onDismiss={actions.dismiss} />
        {trouble ? <Notice tone="bad">{trouble}</Notice> : null}
      </Notices>
      <Panel flush>
        <ServerTable
          label={t('page.campaigns')}
          columns={columns}
          totals={totals}
          total={page.total}
          page={page.campaigns}
          pageIndex={pageIndex}
          pageSize={pageSize}
          onPage={onPage}
          sort={{ key: settings.sort, direction: settings.direction }}
          onSort={shown.sortBy}
          hidden={shown.hidden}
          onToggleColumn={shown.toggle}
          selected={selection.ids}
          onSelect={selection.select}
          onClear={selection.clear}
          rowId={idOf}
          rowName={nameOf}
          rowAt={rowAt}
          onRange={rows.onRange}
          toolbar={<CampaignToolbar counts={page.counts} list={list} />}
          tools={<ViewsMenu list={list} onTrouble={setTrouble} />}
          actions={menu}
          bulk={bulk}
          empty={
            <EmptyState
              title={t('campaigns.filteredEmpty.title')}
              action={
                <Button variant="default" onClick={clear}>
                  {t('campaigns.filteredEmpty.clear')}
                </Button>
              }
            >
              {t('campaigns.filteredEmpty.text')}
            </EmptyState>
          }
        />
      </Panel>
      {changing === 'budget' ? <BudgetDialog {...chosen} /> : null}
      {changing === 'bid' ? <BidDialog {...chosen} listed={page.totals.pricing} /> : null}
    </>
  );
}
