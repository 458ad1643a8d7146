import type { CampaignSavedView } from '@ezdash/contracts';
import { CAMPAIGN_LIST } from '@ezdash/contracts/constants';
import { type ApiError, toApiError } from '@ezdash/store';
import { Button, confirm, Dialog, fieldErrorsOf, IconBookmark, Menu, TextInput, toast } from '@ezdash/ui';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../components/useFailureText';
import {
  useCampaignListAddViewMutation,
  useCampaignListDeleteViewMutation,
  useCampaignListReplaceViewMutation,
  useCampaignListViewsQuery,
} from './campaignList.api';
import type { ListSettings } from './useListSettings';

interface ViewsMenuProps {
  list: ListSettings;
  /** Tells what failed, in the page. */
  onTrouble: (text: string | null) => void;
}

/** Saved filters, order and columns: one is chosen, kept as it is now, or deleted. */
export function ViewsMenu({ list, onTrouble }: ViewsMenuProps) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const [naming, setNaming] = useState(false);
  const query = useCampaignListViewsQuery();
  const [replace] = useCampaignListReplaceViewMutation();
  const [remove] = useCampaignListDeleteViewMutation();
  const views = query.data?.views ?? [];
  const current = views.find(({ id }) => id === list.viewId);
  const told = (error: ApiError | null, text: string) => {
    onTrouble(error ? failureText(error) : null);
    if (!error) toast({ text });
  };
  const update = async ({ id, name }: CampaignSavedView) => {
    const answer = await replace({ id, name, settings: list.settings });
    told(answer.error ? toApiError(answer.error) : null, t('campaignList.view.updated', { name }));
  };
  const discard = async ({ id, name }: CampaignSavedView) => {
    const agreed = await confirm({
      title: t('campaignList.view.deleteTitle', { name }),
      text: t('campaignList.view.deleteText'),
      verb: t('campaignList.view.delete'),
      danger: true,
    });
    if (!agreed) return;
    const answer = await remove(id);
    if (!answer.error) list.apply(list.settings, null);
    told(answer.error ? toApiError(answer.error) : null, t('campaignList.view.deleted', { name }));
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.7} aria-hidden />}>
            {current ? <bdi>{current.name}</bdi> : t('campaignList.view.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => list.apply(view.settings, view.id)}>
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {query.error ? (
            <Menu.Item onClick={query.refetch}>{t('campaignList.view.reload')}</Menu.Item>
          ) : null}
          {views.length > 0 ? <Menu.Divider role="separator" /> : null}
          <Menu.Item onClick={() => setNaming(true)}>{t('campaignList.view.save')}</Menu.Item>
          {current ? (
            <>
              <Menu.Item onClick={() => void update(current)}>
                {t('campaignList.view.update', { name: current.name })}
              </Menu.Item>
              <Menu.Item data-danger onClick={() => void discard(current)}>
                {t('campaignList.view.deleteNamed', { name: current.name })}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {naming ? <NameDialog list={list} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

/** Asks what the view is to be called. */
function NameDialog({ list, onClose }: { list: ListSettings; onClose: () => void }) {
  const { t } = useTranslation('advertiser');
  const failureText = useFailureText();
  const form = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [add, { isLoading }] = useCampaignListAddViewMutation();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    if (name.trim() === '') return setProblem(t('campaignList.view.nameMissing'));
    const answer = await add({ name: name.trim(), settings: list.settings });
    if (answer.error) {
      const error = toApiError(answer.error);
      const [first] = Object.values(fieldErrorsOf(answer.error)).flat();
      return setProblem(first ?? (error ? failureText(error) : undefined));
    }
    list.apply(answer.data.settings, answer.data.id);
    toast({ text: t('campaignList.view.saved', { name: answer.data.name }) });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('campaignList.view.saveTitle')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('campaignList.cancel')}
          </Button>
          <Button type="submit" form={form} loading={isLoading}>
            {t('campaignList.view.saveVerb')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <TextInput
          data-autofocus
          label={t('campaignList.view.name')}
          description={t('campaignList.view.nameHint')}
          maxLength={CAMPAIGN_LIST.mostViewName}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
