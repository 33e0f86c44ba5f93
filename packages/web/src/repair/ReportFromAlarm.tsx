import type { AlarmDetail, PreAlarm } from '@watchpost/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import type { ReportAbout } from './ReportDialog.tsx';
import { text } from './text.ts';

/** In a chunk of its own: few alarms become orders. */
const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((m) => ({ default: m.ReportDialog })));

/** The repair order of an alarm, or the way to report it. */
export const ReportFromAlarm = ({ alarm }: { alarm: AlarmDetail }) => (
  <OrderOrReport
    of={{ AlarmId: alarm.Id }}
    about={
      alarm.Mtid === null
        ? null
        : {
            projectId: alarm.ProjectId,
            deviceId: alarm.Mtid,
            alarmId: alarm.Id,
            level: alarm.Level,
            fault: `${alarm.PointName} · ${alarm.ALARM_DESCRIBE}`,
          }
    }
    projectId={alarm.ProjectId}
  />
);

/** The repair order of a fault warning, or the way to report it. */
export const ReportFromWarning = ({ warning, kind }: { warning: PreAlarm; kind: string }) => (
  <OrderOrReport
    of={{ PreAlarmId: warning.ID }}
    about={{
      projectId: warning.ProjectId,
      deviceId: warning.Mtid,
      warningId: warning.ID,
      level: warning.Level,
      fault: `${kind} · ${warning.PointName} · ${warning.Content}`,
    }}
    projectId={warning.ProjectId}
  />
);

function OrderOrReport({
  of,
  about,
  projectId,
}: {
  of: { AlarmId: number } | { PreAlarmId: number };
  /** Null: there is no device to report. */
  about: ReportAbout | null;
  projectId: number;
}) {
  const t = useText(text);
  const navigate = useNavigate();
  const mayReport = useMay('repairWork');
  const maySee = useMay('repairView', 'repairWork', 'repairDispatch');
  const [isReporting, report] = useState(false);
  const orders = useCall('getNewRepairActivePage', maySee ? { query: { pageIndex: 1, pageSize: 1 }, body: of } : null, {
    scope: 'company',
  });
  const order = orders.data?.Data[0];
  if (order) return <Link to={links.repair(order.RepairId, projectId)}>{order.RepairOrder ?? t.draft}</Link>;
  if (!mayReport || about === null || orders.isPending) return null;
  return (
    <>
      <Button type="link" onClick={() => report(true)}>
        {t.reportFrom}
      </Button>
      {isReporting ? (
        <Suspense>
          <ReportDialog
            about={about}
            onClose={() => report(false)}
            onDone={({ RepairId }) => navigate(links.repair(RepairId, projectId))}
          />
        </Suspense>
      ) : null}
    </>
  );
}
