import { AlarmList } from './AlarmList.tsx';

/** Alarms of every project the user may see. Route /alarmManageWithAllProject/index. */
export function AllProjectAlarmsPage() {
  return <AlarmList projectId={null} />;
}
