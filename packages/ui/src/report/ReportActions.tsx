import type { SavedReport } from '@ezdash/contracts';
import {
  Button,
  IconChevronDown,
  IconDownload,
  IconMail,
  IconPinned,
  IconTrash,
  Menu,
  useConfirm,
} from '@ezdash/ui';
import { useState } from 'react';
import { useReportSide, useReportText } from './ReportSide';
import { type ReportState, reportText } from './reportState';
import { SaveDialog } from './SaveDialog';

interface ReportActionsProps {
  state: ReportState;
  reports: readonly SavedReport[];
  /** The one that is open. */
  saved: SavedReport | null;
  onOpen: (report: SavedReport) => void;
  onSaved: (report: SavedReport) => void;
  onDeleted: () => void;
  onSchedule: (report: SavedReport) => void;
  onFailure: (text: string) => void;
}

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

function SavedMenu(props: ReportActionsProps & { onSaveAs: () => void }) {
  const { reports, saved, onOpen, onSchedule, onDeleted, onFailure, onSaveAs } = props;
  const { t } = useReportText();
  const { api } = useReportSide();
  const failureText = api.useFailureText();
  const confirm = useConfirm();
  const [remove] = api.useDelete();
  const forget = async (report: SavedReport) => {
    const isMeant = await confirm({
      title: t('metricsReport.delete.title', { name: report.name }),
      text: t(report.schedule ? 'metricsReport.delete.mailed' : 'metricsReport.delete.text'),
      verb: t('metricsReport.delete.verb'),
      danger: true,
    });
    if (!isMeant) return;
    try {
      await remove(report.id).unwrap();
      onDeleted();
    } catch (error) {
      const known = api.failureOf(error);
      if (known) onFailure(failureText(known));
    }
  };
  return (
    <Menu position="bottom-end" width={260} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {saved ? saved.name : t('metricsReport.saved')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {reports.length === 0 ? <Menu.Label>{t('metricsReport.noSaved')}</Menu.Label> : null}
        {reports.map((report) => (
          <Menu.Item
            key={report.id}
            leftSection={report.schedule ? <IconMail {...ICON} /> : <IconPinned {...ICON} />}
            onClick={() => onOpen(report)}
          >
            {report.name}
          </Menu.Item>
        ))}
        {saved ? (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item onClick={onSaveAs}>{t('metricsReport.save.another')}</Menu.Item>
            <Menu.Item leftSection={<IconMail {...ICON} />} onClick={() => onSchedule(saved)}>
              {t('metricsReport.mail.open')}
            </Menu.Item>
            <Menu.Item data-danger leftSection={<IconTrash {...ICON} />} onClick={() => void forget(saved)}>
              {t('metricsReport.delete.open')}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Saved reports, the way to save this one, and its file. */
export function ReportActions(props: ReportActionsProps) {
  const { state, saved, onSaved } = props;
  const { t } = useReportText();
  const side = useReportSide();
  const [saving, setSaving] = useState<'open' | 'another' | null>(null);
  return (
    <>
      <SavedMenu {...props} onSaveAs={() => setSaving('another')} />
      <Button
        variant="default"
        component="a"
        href={`/api/metrics/export?${reportText({ ...state, report: null }, side)}`}
        download
        leftSection={<IconDownload {...ICON} />}
      >
        {t('metricsReport.csv')}
      </Button>
      <Button onClick={() => setSaving('open')}>{t('metricsReport.save.open')}</Button>
      {saving ? (
        <SaveDialog
          state={state}
          saved={saving === 'open' ? saved : null}
          onClose={() => setSaving(null)}
          onSaved={(report) => {
            setSaving(null);
            onSaved(report);
          }}
        />
      ) : null}
    </>
  );
}
