import type { AlarmDetail } from '@watchpost/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { text } from './text.ts';

/** In a chunk of its own: few alarms become orders. */
const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })));

/** The repair order of an alarm, or the way to report it. */
export function ReportFromAlarm({ alarm }: { alarm: AlarmDetail }) {
  const t = useText(text);
  const navigate = useNavigate();
  const mayReport = useMay('repairWork');
  const maySee = useMay('repairView', 'repairWork', 'repairDispatch');
  const [isReporting, report] = useState(false);
  const orders = useCall(
    'getNewRepairActivePage',
    maySee ? { query: { pageIndex: 1, pageSize: 1 }, body: { AlarmId: alarm.Id } } : null,
    { scope: 'company' },
  );
  const order = orders.data?.Data[0];
  if (order) return <Link to={links.repair(order.RepairId, alarm.ProjectId)}>{order.RepairOrder ?? t.draft}</Link>;
  if (!mayReport || alarm.Mtid === null || orders.isPending) return null;
  return (
    <>
      <Button type="link" onClick={() => report(true)}>
        {t.reportFrom}
      </Button>
      {isReporting ? (
        <Suspense>
          <ReportDialog
            about={{
              projectId: alarm.ProjectId,
              deviceId: alarm.Mtid,
              alarmId: alarm.Id,
              level: alarm.Level,
              fault: `${alarm.PointName} · ${alarm.ALARM_DESCRIBE}`,
            }}
            onClose={() => report(false)}
            onDone={({ RepairId }) => navigate(links.repair(RepairId, alarm.ProjectId))}
          />
        </Suspense>
      ) : null}
    </>
  );
}
