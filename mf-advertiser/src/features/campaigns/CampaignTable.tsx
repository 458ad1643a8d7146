import type { Campaign, CampaignList } from '@ezdash/contracts';
import {
  Button,
  EmptyState,
  IconArchive,
  IconArrowRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  Notice,
  Panel,
} from '@ezdash/ui';
import { DataTable } from '@ezdash/ui/data';
import { createElement, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Notices } from '../../components/Notices';
import { ActionTroubleNotice } from './ActionTroubleNotice';
import { CampaignToolbar } from './CampaignToolbar';
import { type CampaignGroup, countGroups, isInGroup, matchesText, mayAct } from './campaignGroups';
import { useAmountEdit } from './useAmountEdit';
import { useCampaignActions } from './useCampaignActions';
import { useCampaignColumns } from './useCampaignColumns';

const MENU_ACTIONS = ['pause', 'resume', 'submit', 'archive'] as const;
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;
const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, submit: IconSend, archive: IconArchive };
const idOf = (campaign: Campaign) => campaign.id;
const nameOf = (campaign: Campaign) => campaign.name;

/** A function that stays the same while what it calls changes, so that the columns need not be made again. */
function useLatest<Args extends unknown[], Answer>(call: (...args: Args) => Answer) {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  }, [call]);
  return useCallback((...args: Args) => latest.current(...args), []);
}

/** The campaigns with live figures: filter, order, edit in place, act on one or many, export. */
export function CampaignTable({ list }: { list: CampaignList }) {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  const [group, setGroup] = useState<CampaignGroup>('all');
  const [text, setText] = useState('');
  const [editTrouble, setEditTrouble] = useState<string | null>(null);
  const actions = useCampaignActions();
  const onSave = useLatest(useAmountEdit(setEditTrouble));
  const counts = useMemo(() => countGroups(list.campaigns), [list.campaigns]);
  const rows = useMemo(
    () =>
      list.campaigns.filter((campaign) => isInGroup(campaign.state, group) && matchesText(campaign, text)),
    [list.campaigns, group, text],
  );
  const filtered = group !== 'all' || text.trim() !== '';
  const columns = useCampaignColumns(rows, filtered, onSave);
  const clear = () => {
    setGroup('all');
    setText('');
  };
  const menu = (campaign: Campaign) => [
    {
      id: 'open',
      label: t('action.open'),
      icon: <IconArrowRight {...icon} />,
      onSelect: () => navigate(`/advertiser/campaigns/${campaign.id}`),
    },
    ...MENU_ACTIONS.filter((action) => mayAct(campaign.state, action)).map((action) => ({
      id: action,
      label: t(`action.${action}`),
      icon: createElement(ICONS[action], icon),
      danger: action === 'archive',
      onSelect: () => void actions.run(action, [campaign]),
    })),
  ];
  const bulk = (chosen: readonly Campaign[], unselect: () => void) => {
    const act = (action: 'pause' | 'resume' | 'archive') => async () => {
      if (await actions.run(action, chosen)) unselect();
    };
    return (
      <>
        <Button variant="default" leftSection={<IconPlayerPause {...icon} />} onClick={act('pause')}>
          {t('action.pause')}
        </Button>
        <Button variant="default" leftSection={<IconPlayerPlay {...icon} />} onClick={act('resume')}>
          {t('action.resume')}
        </Button>
        <Button variant="default" leftSection={<IconArchive {...icon} />} onClick={act('archive')}>
          {t('action.archive')}
        </Button>
      </>
    );
  };
  return (
    <>
      <Notices>
        <ActionTroubleNotice trouble={actions.trouble} onDismiss={actions.dismiss} />
        {editTrouble ? <Notice tone="bad">{editTrouble}</Notice> : null}
      </Notices>
      <Panel flush>
        <DataTable
          label={t('page.campaigns')}
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          initialSort={{ key: 'spend', direction: 'descending' }}
          picker
          csvName={t('campaigns.csvName', { from: list.from, to: list.to })}
          toolbar={
            <CampaignToolbar counts={counts} group={group} text={text} onGroup={setGroup} onText={setText} />
          }
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
    </>
  );
}
