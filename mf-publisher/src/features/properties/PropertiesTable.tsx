import type { Property, PropertyList } from '@ezdash/contracts';
import { AppLink, Button, EmptyState, Status, useFormat } from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../components/FilterInput';
import { useFigureColumns } from '../figures/useFigureColumns';
import { PropertySetup } from './PropertySetup';
import styles from './properties.module.css';
import { type AdsTxtResults, useAdsTxtResults } from './useAdsTxtResults';

const rowId = (property: Property) => property.id;
/** The letter a site is told by at a glance, as a campaign is by its image. */
const initialOf = (domain: string) =>
  domain
    .replace(/^www\./, '')
    .charAt(0)
    .toUpperCase();
const rowName = (property: Property) => property.name;

function usePropertyColumns({ properties, totals }: PropertyList, adsTxt: AdsTxtResults): Column<Property>[] {
  const { t } = useTranslation(['publisher', 'ui']);
  const { locale } = useFormat();
  const figures = useFigureColumns<Property>(totals);
  const propertyCount = properties.length;
  return useMemo(() => {
    const reasonOf = (state: Property['state'], reason: string | null) =>
      reason || (state === 'rejected' ? t('properties.noReason') : null);
    const first: Column<Property>[] = [
      {
        key: 'name',
        header: t('properties.name'),
        phone: 'title',
        sort: ({ name }) => name.toLocaleLowerCase(locale),
        cell: ({ id, name, domain, category }) => (
          <span className="ez-name">
            <span className={styles.mark} aria-hidden="true">
              {initialOf(domain)}
            </span>
            <span>
              <AppLink href={`/publisher/properties/${id}`}>
                <bdi>{name}</bdi>
              </AppLink>
              <small>
                <bdi>{domain}</bdi> · {t(`ui:category.${category}`)} · <bdi>{id}</bdi>
              </small>
            </span>
          </span>
        ),
        total: t('properties.total', { count: propertyCount }),
        csv: ({ name }) => name,
      },
      {
        key: 'state',
        header: t('properties.state'),
        phone: 'badge',
        sort: ({ state }) => state,
        cell: ({ state, state_reason: reason }) => (
          <Status state={state} plain stacked reason={reasonOf(state, reason)} />
        ),
        csv: ({ state }) => t(`ui:state.${state}`),
      },
      {
        key: 'setup',
        header: t('properties.setup'),
        cell: (property) => <PropertySetup property={property} adsTxt={adsTxt} />,
      },
      {
        key: 'zones',
        header: t('properties.zones'),
        numeric: true,
        sort: ({ zone_count: zones }) => zones,
        cell: ({ zone_count: zones }) => (zones === 0 ? <span className="ez-dim">–</span> : zones),
      },
    ];
    return [...first, ...figures];
  }, [t, locale, figures, propertyCount, adsTxt]);
}

/** All properties with their figures of the days chosen. */
export function PropertiesTable({ list }: { list: PropertyList }) {
  const { t } = useTranslation('publisher');
  const [filter, setFilter] = useState('');
  const adsTxt = useAdsTxtResults();
  const columns = usePropertyColumns(list, adsTxt);
  const { properties } = list;
  const rows = useMemo(() => {
    const wanted = filter.trim().toLocaleLowerCase();
    return properties.filter(({ id, name, domain }) =>
      `${name} ${domain} ${id}`.toLocaleLowerCase().includes(wanted),
    );
  }, [properties, filter]);
  return (
    <DataTable
      label={t('properties.table')}
      rows={rows}
      columns={columns}
      rowId={rowId}
      rowName={rowName}
      initialSort={{ key: 'earned', direction: 'descending' }}
      csvName="properties"
      toolbar={<FilterInput label={t('properties.filter')} value={filter} onChange={setFilter} />}
      picker
      empty={
        <EmptyState
          title={t('properties.noMatch')}
          level={3}
          action={
            <Button variant="default" onClick={() => setFilter('')}>
              {t('properties.clear')}
            </Button>
          }
        />
      }
    />
  );
}
