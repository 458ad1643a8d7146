import type { DateRange, ReferralFigures, ReferralLink, User } from '@ezdash/contracts';
import { REFERRAL_LINKS } from '@ezdash/contracts/constants';
import {
  Button,
  Held,
  IconPlus,
  Notice,
  Panel,
  SegmentedControl,
  Status,
  toast,
  useCopy,
  useFormat,
} from '@ezdash/ui';
import { type Column, DataTable, type RowAction } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkDialog } from './LinkDialog';
import { useFailureText } from './LoadFailed';
import styles from './referrals.module.css';
import { REFRESHED } from './refreshed';
import type { ReferralsApi } from './types';
import { useLinkName } from './useLinkName';

const SPANS = ['days', 'always'] as const;
type Span = (typeof SPANS)[number];

/** A link with the figures of what is looked at; null: they are not there. */
interface Row {
  link: ReferralLink;
  figures: ReferralFigures | null;
}

const rowId = ({ link }: Row) => link.id;
const COUNTS = ['clicks', 'sign_ups', 'active'] as const;
const COUNT_WORDS = { clicks: 'clicks', sign_ups: 'signUps', active: 'active' } as const;

function useColumns(rows: readonly Row[], currency: string): Column<Row>[] {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const nameOf = useLinkName();
  return useMemo(() => {
    // Without figures there is nothing to sum up: none came, which is not that there were none.
    const known = rows.flatMap(({ figures }) => (figures ? [figures] : []));
    const sum = (of: (figures: ReferralFigures) => number, text: (total: number) => string) =>
      known.length === 0 ? '–' : text(known.reduce((total, figures) => total + of(figures), 0));
    const none = <span className="ez-dim">–</span>;
    const counted = COUNTS.map(
      (key): Column<Row> => ({
        key,
        header: t(`referrals.step.${COUNT_WORDS[key]}`),
        numeric: true,
        sort: ({ figures }) => figures?.[key] ?? null,
        cell: ({ figures }) => (figures?.[key] ? format.count(figures[key]) : none),
        total: sum((figures) => figures[key], format.count),
      }),
    );
    return [
      {
        key: 'name',
        header: t('referrals.link.one'),
        phone: 'title',
        sort: ({ link }) => nameOf(link),
        cell: ({ link }) => (
          <span className={styles.name}>
            <b>
              <bdi>{nameOf(link)}</bdi>
            </b>
            <small dir="ltr">{link.url.replace(/^https?:\/\//, '')}</small>
            {link.archived_at ? <Status state="archived" plain /> : null}
          </span>
        ),
        total: t('referrals.allLinks'),
      },
      ...counted,
      {
        key: 'earned',
        header: t('referrals.earnedIn', { currency }),
        numeric: true,
        sort: ({ figures }) => figures?.earned_micros ?? null,
        cell: ({ figures }) =>
          figures?.earned_micros ? format.money(figures.earned_micros, { currency }) : none,
        total: sum(
          (figures) => figures.earned_micros,
          (micros) => format.money(micros, { currency }),
        ),
      },
    ];
  }, [t, format, nameOf, rows, currency]);
}

/** Archives a link and offers to take that back; what was refused stands above the table. */
function useArchiving(api: ReferralsApi) {
  const { t } = useTranslation('ui');
  const [archive] = api.useArchiveLink();
  const [restore] = api.useRestoreLink();
  const [trouble, setTrouble] = useState<{ title: string; error: unknown } | null>(null);
  const take = async (link: ReferralLink, isBack: boolean) => {
    setTrouble(null);
    try {
      await (isBack ? restore : archive)(link.id).unwrap();
    } catch (error) {
      setTrouble({ title: t(isBack ? 'referrals.link.notRestored' : 'referrals.link.notArchived'), error });
      return;
    }
    if (isBack) return;
    toast({
      text: t('referrals.link.isArchived', { name: link.label ?? '' }),
      undo: () => void take(link, true),
    });
  };
  return { take, trouble, setTrouble };
}

interface LinksPanelProps {
  api: ReferralsApi;
  range: DateRange;
  currency: string;
  links: readonly ReferralLink[];
  status: User['status'] | undefined;
}

/** A link for each place it stands in, and what each of them brought. */
export function LinksPanel({ api, range, currency, links, status }: LinksPanelProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const nameOf = useLinkName();
  const textOf = useFailureText();
  const [span, setSpan] = useState<Span>('days');
  const [editing, setEditing] = useState<ReferralLink | 'new' | null>(null);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const { copy } = useCopy(t('referrals.link.one'));
  const { take, trouble } = useArchiving(api);
  const { currentData: funnel } = api.useFunnel(range, REFRESHED);
  const rows = useMemo(() => {
    const ofDays = new Map(funnel?.links.map((figures) => [figures.id, figures]));
    return links.map(
      (link): Row => ({ link, figures: span === 'always' ? link : (ofDays.get(link.id) ?? null) }),
    );
  }, [links, funnel, span]);
  const columns = useColumns(rows, currency);
  const failure = trouble ? api.failureOf(trouble.error) : null;
  const copyLink = async (link: ReferralLink) => {
    const isCopied = await copy(link.url);
    setUncopied(isCopied ? null : link.url);
    if (isCopied) toast({ text: t('referrals.link.isCopied', { name: nameOf(link) }) });
  };
  const actions = (link: ReferralLink): RowAction[] => {
    const copying = { id: 'copy', label: t('referrals.link.copy'), onSelect: () => void copyLink(link) };
    if (link.archived_at !== null)
      return [{ id: 'restore', label: t('referrals.link.restore'), onSelect: () => void take(link, true) }];
    if (link.label === null) return [copying];
    return [
      copying,
      { id: 'rename', label: t('referrals.link.rename'), onSelect: () => setEditing(link) },
      {
        id: 'archive',
        label: t('referrals.link.archive'),
        danger: true,
        onSelect: () => void take(link, false),
      },
    ];
  };
  const isFull = links.filter(({ archived_at: at }) => at === null).length >= REFERRAL_LINKS.most;
  return (
    <Panel
      title={t('referrals.links')}
      flush
      aside={
        isFull ? (
          <span className="ez-dim">{t('referrals.link.most', { count: REFERRAL_LINKS.most })}</span>
        ) : (
          <Held status={status}>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
              onClick={() => setEditing('new')}
            >
              {t('referrals.link.new')}
            </Button>
          </Held>
        )
      }
    >
      <p className={styles.lead}>{t('referrals.link.lead')}</p>
      {failure && trouble ? (
        <div className={styles.inPanel}>
          <Notice tone="bad" title={trouble.title}>
            {textOf(failure)}
          </Notice>
        </div>
      ) : null}
      {uncopied === null ? null : (
        <div className={styles.inPanel}>
          <Notice tone="bad" title={t('referrals.link.notCopied')}>
            <bdi dir="ltr">{uncopied}</bdi>
          </Notice>
        </div>
      )}
      <DataTable
        label={t('referrals.links')}
        rows={rows}
        columns={columns}
        rowId={rowId}
        rowName={({ link }) => nameOf(link)}
        actions={({ link }) => actions(link)}
        toolbar={
          <SegmentedControl
            aria-label={t('referrals.span.label')}
            value={span}
            onChange={(value) => setSpan(SPANS.find((one) => one === value) ?? 'days')}
            data={[
              { value: 'days', label: format.dateRange(range.from, range.to) },
              { value: 'always', label: t('referrals.span.always') },
            ]}
          />
        }
      />
      {editing ? (
        <LinkDialog api={api} link={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </Panel>
  );
}
