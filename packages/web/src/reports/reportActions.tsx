import type { ReportRow } from '@watchpost/contract';
import { saveFile } from '../downloads/index.ts';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { ConfirmDialog } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import { callsAboutReports } from './callsAboutReports.ts';
import { reportText } from './text.ts';

export function useDownloadReport(): (reportId: number) => void {
  const notify = useNotify();
  return (reportId) => void callApi('downloadReport', { query: { reportId } }).then(saveFile).catch(notify.failure);
}

export function PublishDialog({
  reports,
  onDone,
  onClose,
}: {
  reports: readonly Pick<ReportRow, 'ReportId' | 'ReportName'>[];
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText(reportText);
  const save = useSave(callsAboutReports, () => {
    onDone?.();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.publishOf(reports.length)}
      ok={t.publish}
      danger={false}
      act={() =>
        save('publishReport', { body: { ReportIdList: reports.map(({ ReportId }) => ReportId) } }, t.publishedSaid)
      }
      onClose={onClose}
    >
      <p>{t.publishHint}</p>
      <ul>
        {reports.slice(0, 10).map(({ ReportId, ReportName }) => (
          <li key={ReportId}>{ReportName}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
