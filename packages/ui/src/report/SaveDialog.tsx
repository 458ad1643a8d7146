import type { SavedReport } from '@ezdash/contracts';
import { REPORT_NAME_MOST } from '@ezdash/contracts/constants';
import { Button, Dialog, Notice, TextInput, useForm } from '@ezdash/ui';
import { useReportSide, useReportText } from './ReportSide';
import classes from './report.module.css';
import { type ReportState, reportText } from './reportState';

interface SaveDialogProps {
  state: ReportState;
  /** The saved report that is open; null: it gets a name of its own. */
  saved: SavedReport | null;
  onClose: () => void;
  onSaved: (report: SavedReport) => void;
}

/** Keeps the report under a name: as another one, or in the place of the one that is open. */
export function SaveDialog({ state, saved, onClose, onSaved }: SaveDialogProps) {
  const { t } = useReportText();
  const side = useReportSide();
  const { api } = side;
  const failureText = api.useFailureText();
  const [create] = api.useCreate();
  const [update] = api.useUpdate();
  const form = useForm({
    initial: { name: saved?.name ?? '' },
    check: ({ name }) => ({ name: name.trim() === '' ? t('metricsReport.save.noName') : undefined }),
    onSubmit: async ({ name }) => {
      const input = { name, query: reportText(state, side, false) };
      onSaved(await (saved ? update({ ...input, id: saved.id }) : create(input)).unwrap());
    },
  });
  const known = api.failureOf(form.failure);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(saved ? 'metricsReport.save.changeTitle' : 'metricsReport.save.title')}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button loading={form.pending} onClick={() => void form.submit()}>
            {t(saved ? 'metricsReport.save.change' : 'metricsReport.save.verb')}
          </Button>
        </>
      }
    >
      <form {...form.props} className={classes.form}>
        {known ? <Notice tone="bad">{failureText(known)}</Notice> : null}
        <TextInput
          label={t('metricsReport.save.name')}
          description={t('metricsReport.save.hint')}
          maxLength={REPORT_NAME_MOST}
          data-autofocus
          {...form.field('name')}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
