import type { AdsTxtList } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { AppLink, BusyButton, Button, CodeBlock, EmptyState, Notice, Panel, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AdsTxtState } from '../adsTxt/AdsTxtState';
import { useAdsTxtCheck } from '../adsTxt/useAdsTxtCheck';
import classes from './partners.module.css';

type Row = AdsTxtList['properties'][number];
const rowId = ({ id }: Row) => id;
const rowName = ({ name }: Row) => name;

function useColumns(checking: string | null, check: (id: string) => Promise<void>): Column<Row>[] {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  return useMemo(() => {
    const when = (moment: string | undefined) =>
      moment === undefined ? <span className="ez-dim">–</span> : format.dateTime(moment);
    return [
      {
        key: 'name',
        header: t('properties.name'),
        phone: 'title',
        sort: ({ name }) => name.toLocaleLowerCase(format.locale),
        cell: ({ id, name, domain }) => (
          <span className={classes.site}>
            <AppLink href={`/publisher/properties/${id}?tab=ads-txt`}>
              <bdi>{name}</bdi>
            </AppLink>
            <small>
              <bdi>{domain}</bdi>
            </small>
          </span>
        ),
      },
      {
        key: 'status',
        header: t('adsTxt.title'),
        phone: 'badge',
        sort: ({ result }) => result?.status ?? '',
        cell: ({ result }) => (
          <AdsTxtState
            result={result}
            plain
            reason={
              result?.trouble && result.trouble !== result.status
                ? t(`adsTxt.status.${result.trouble}.word`)
                : result?.line_number
                  ? t('adsTxt.atLine', { line: result.line_number })
                  : null
            }
          />
        ),
      },
      {
        key: 'checked',
        header: t('adsTxt.fact.checked'),
        sort: ({ result }) => result?.checked_at ?? null,
        cell: ({ result }) => when(result?.checked_at),
      },
      {
        key: 'next',
        header: t('adsTxt.fact.next'),
        sort: ({ result }) => result?.next_at ?? null,
        cell: ({ result }) => when(result?.next_at),
      },
      {
        key: 'check',
        header: t('partners.check'),
        cell: ({ id, name }) => (
          <BusyButton
            variant="subtle"
            busy={checking === id}
            aria-label={t('partners.checkNow', { name })}
            onClick={() => void check(id)}
          >
            {t('adsTxt.checkNow')}
          </BusyButton>
        ),
      },
    ];
  }, [t, format, checking, check]);
}

/** The line that belongs into every ads.txt, and whether it stands there. */
export function LinePanel({ list }: { list: AdsTxtList }) {
  const { t } = useTranslation('publisher');
  const { check, checking, failure } = useAdsTxtCheck();
  const columns = useColumns(checking, check);
  return (
    <>
      <Panel title={t('partners.line.title')}>
        <div className={classes.stack}>
          <p>{t('partners.line.text')}</p>
          <CodeBlock code={list.line} label={t('adsTxt.line')} language="ads.txt" />
        </div>
      </Panel>
      <Panel title={t('partners.sites.title')} flush>
        {failure ? (
          <div className={classes.inset}>
            <Notice tone="bad" title={t('adsTxt.notChecked')}>
              {sentence(failure.message) || t('problem.noAnswer')}
            </Notice>
          </div>
        ) : null}
        <DataTable
          label={t('partners.sites.title')}
          rows={list.properties}
          columns={columns}
          rowId={rowId}
          rowName={rowName}
          empty={
            <EmptyState
              title={t('partners.sites.empty')}
              level={3}
              action={
                <Button component={AppLink} href="/publisher/properties/new">
                  {t('partners.sites.add')}
                </Button>
              }
            >
              {t('partners.sites.emptyText')}
            </EmptyState>
          }
        />
      </Panel>
    </>
  );
}
