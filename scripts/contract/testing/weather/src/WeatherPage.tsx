import { toApiError, useLive, useSession } from '@ezdash/store';
import {
  BusyButton,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  Panel,
  TextInput,
  toast,
  useForm,
  useFormat,
  usePageTitle,
} from '@ezdash/ui';
import { type Column, DataTable } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { type Town, useWeatherAddTownMutation, useWeatherTownsQuery } from './weather.api';

function Towns({ towns }: { towns: Town[] }) {
  const { t } = useTranslation('weather');
  const format = useFormat();
  const columns: Column<Town>[] = [
    { key: 'name', header: t('town'), phone: 'title', cell: ({ name }) => name, sort: ({ name }) => name },
    { key: 'degrees', header: t('degrees'), numeric: true, cell: ({ degrees }) => format.count(degrees) },
  ];
  return (
    <DataTable
      label={t('towns')}
      rows={towns}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      initialSort={{ key: 'name', direction: 'ascending' }}
      empty={<EmptyState title={t('none')} />}
    />
  );
}

function AddTown() {
  const { t } = useTranslation('weather');
  const [add] = useWeatherAddTownMutation();
  const form = useForm<{ name: string }>({
    initial: { name: '' },
    check: ({ name }) => ({ name: name === '' ? t('needed') : undefined }),
    onSubmit: async (values) => {
      const town = await add(values).unwrap();
      form.reset();
      toast({ text: t('added', { name: town.name }) });
    },
  });
  return (
    <form {...form.props}>
      <TextInput label={t('town')} {...form.field('name')} />
      <BusyButton type="submit" busy={form.pending}>
        {t('add')}
      </BusyButton>
    </form>
  );
}

/** What a team of another repository writes: a call of its own, a table, a form, what is told live. */
export function WeatherPage() {
  const { t } = useTranslation('weather');
  const { user } = useSession();
  const towns = useWeatherTownsQuery();
  const { isJoined } = useLive('account', user ? String(user.id) : null, {
    on: { 'campaign.changed': () => void towns.refetch() },
  });
  usePageTitle(t('title'));
  if (towns.isLoading) return <PageSkeleton />;
  return (
    <>
      <PageHeader title={t('title')} lead={isJoined ? t('live') : user?.email} />
      <Panel title={t('towns')}>
        {towns.error ? (
          <ErrorState
            title={t('failed')}
            requestId={toApiError(towns.error)?.requestId}
            onRetry={towns.refetch}
          />
        ) : (
          <Towns towns={towns.data ?? []} />
        )}
        <AddTown />
      </Panel>
    </>
  );
}
