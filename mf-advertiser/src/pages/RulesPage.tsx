import type { AutoRule } from '@ezdash/contracts';
import { failureOf, toApiError, useLivePolling } from '@ezdash/store';
import {
  AppLink,
  Button,
  EmptyState,
  IconPlus,
  NoDateRange,
  Notice,
  PageHeader,
  PageSkeleton,
  Panel,
  Status,
  toast,
  usePageTitle,
} from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LoadError } from '../components/LoadError';
import { Notices } from '../components/Notices';
import { useFailureText } from '../components/useFailureText';
import { RuleEditor } from '../features/rules/RuleEditor';
import { RuleTable, ruleHref } from '../features/rules/RuleTable';
import { useRulesCommandMutation, useRulesListQuery, useRulesOneQuery } from '../features/rules/rules.api';

const LIST = '/advertiser/rules';
const NEW = 'new';
const POLL_MS = 60_000;
const STATES = { draft: 'draft', active: 'active', off: 'paused' } as const;

/** All rules, or what they are for. */
function RuleList() {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  const failureText = useFailureText();
  const query = useRulesListQuery(undefined, { ...useLivePolling(POLL_MS), refetchOnMountOrArgChange: true });
  const [command] = useRulesCommandMutation();
  const [failure, setFailure] = useState<unknown>(null);
  usePageTitle(t('page.rules'));
  const rules = query.data?.rules;
  if (!rules && !query.error) return <PageSkeleton tiles={0} body="table" />;
  const send = async (rule: AutoRule, what: 'switch-off' | 'archive') => {
    setFailure(null);
    try {
      await command({ id: rule.id, command: what }).unwrap();
      toast({ text: t(`rules.done.${what}`, { name: rule.name }) });
    } catch (error) {
      if (failureOf(error)) setFailure(error);
    }
  };
  const known = toApiError(failure);
  const create = (
    <Button
      component={AppLink}
      href={ruleHref(NEW)}
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
    >
      {t('rules.create')}
    </Button>
  );
  return (
    <>
      <NoDateRange />
      <PageHeader
        title={t('page.rules')}
        lead={t('rules.lead')}
        actions={rules?.length ? create : undefined}
      />
      <Notices>
        {known ? (
          <Notice tone="bad" title={t('rules.notSwitched')}>
            {failureText(known)}
          </Notice>
        ) : null}
      </Notices>
      {!rules ? (
        <LoadError
          title={t('rules.failed')}
          kept={t('rules.kept')}
          error={query.error}
          retrying={query.isFetching}
          onRetry={query.refetch}
        />
      ) : rules.length === 0 ? (
        <Panel label={t('page.rules')}>
          <EmptyState title={t('rules.emptyTitle')} action={create}>
            {t('rules.emptyText')}
          </EmptyState>
        </Panel>
      ) : (
        <RuleTable rules={rules} onOpen={(id) => navigate(ruleHref(id))} onCommand={send} />
      )}
    </>
  );
}

function OpenRule({ rule }: { rule: AutoRule | null }) {
  const { t } = useTranslation('advertiser');
  const navigate = useNavigate();
  usePageTitle(rule?.name ?? t('rules.createTitle'));
  return (
    <>
      <NoDateRange />
      <PageHeader
        back={{ href: LIST, label: t('rules.back') }}
        title={rule ? <bdi>{rule.name}</bdi> : t('rules.createTitle')}
        status={
          rule ? <Status state={STATES[rule.state]} label={t(`rules.state.${rule.state}`)} /> : undefined
        }
        lead={t('rules.editorLead')}
      />
      <RuleEditor
        rule={rule}
        onActivated={(id) => navigate(ruleHref(id), { replace: true, preventScrollReset: true })}
      />
    </>
  );
}

/** A rule that exists, by its id in the address. */
function KnownRule({ id }: { id: string }) {
  const { t } = useTranslation('advertiser');
  const { currentData: rule, error, isFetching, refetch } = useRulesOneQuery(id);
  if (rule) return <OpenRule rule={rule} />;
  if (toApiError(error)?.status === 404)
    return (
      <Panel label={t('rules.missingTitle')}>
        <NoDateRange />
        <EmptyState
          level={1}
          title={t('rules.missingTitle')}
          action={
            <Button component={AppLink} href={LIST} variant="default">
              {t('rules.missingAction')}
            </Button>
          }
        >
          {t('rules.missingText')}
        </EmptyState>
      </Panel>
    );
  if (!error) return <PageSkeleton tiles={0} body="form" />;
  return (
    <>
      <PageHeader back={{ href: LIST, label: t('rules.back') }} title={t('page.rules')} />
      <LoadError
        title={t('rules.failed')}
        kept={t('rules.kept')}
        error={error}
        retrying={isFetching}
        onRetry={refetch}
      />
    </>
  );
}

/** `/advertiser/rules`, `?rule=` for one of them or a new one. */
export function RulesPage() {
  const [params] = useSearchParams();
  const id = params.get('rule');
  if (id === null) return <RuleList />;
  return id === NEW ? <OpenRule rule={null} /> : <KnownRule key={id} id={id} />;
}
