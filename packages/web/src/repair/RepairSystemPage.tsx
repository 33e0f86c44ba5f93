import { openRepairStatuses } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, ListSkeleton } from '../ui/index.ts';
import { RepairBoard } from './RepairBoard.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import './repair.css';
import { text } from './text.ts';

const boardSize = 200;

/** The open repair orders of the project by state. Route /monitor/repairSystem. */
export function RepairSystemPage() {
  const t = useText(text);
  const navigate = useNavigate();
  const { ProjectId } = useProject();
  const mayReport = useMay('repairWork');
  const [isReporting, report] = useState(false);
  const page = useCall(
    'getNewRepairActivePage',
    { query: { pageIndex: 1, pageSize: boardSize }, body: { ProjectId, Status: [...openRepairStatuses] } },
    { refetchInterval: 60_000 },
  );
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  return (
    <div className="repair-page">
      {mayReport ? (
        <div className="repair-board-head">
          <span className="repair-grow" />
          <Button type="primary" onClick={() => report(true)}>
            {t.report}
          </Button>
        </div>
      ) : null}
      {page.data ? (
        <RepairBoard
          orders={page.data.Data}
          columns={openRepairStatuses}
          total={page.data.TotalCount}
          askedAt={page.dataUpdatedAt}
          linkTo={(order) => links.repair(order.RepairId, ProjectId)}
        />
      ) : (
        <ListSkeleton />
      )}
      {isReporting ? (
        <ReportDialog
          about={{ projectId: ProjectId }}
          onClose={() => report(false)}
          onDone={({ RepairId }) => navigate(links.repair(RepairId, ProjectId))}
        />
      ) : null}
    </div>
  );
}
