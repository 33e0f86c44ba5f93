import { AlarmDetailDialog } from '../AlarmDetailDialog.tsx';
import { useAlarmInAddress } from '../useAlarmInAddress.ts';
import { AlarmHealth } from './AlarmHealth.tsx';

/** The alarms of all projects in figures. Route /analysis/alarm. */
export function AlarmAnalysisPage() {
  const [opened, open] = useAlarmInAddress();
  return (
    <div className="page">
      <AlarmHealth projectId={null} />
      <AlarmDetailDialog alarmId={opened} onClose={() => open(null)} />
    </div>
  );
}
