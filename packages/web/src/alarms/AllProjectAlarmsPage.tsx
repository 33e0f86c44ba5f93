import { AlarmTabs } from './AlarmTabs.tsx';

/** Alarms of every project the user may see. Route /alarmManageWithAllProject/index. */
export function AllProjectAlarmsPage() {
  return <AlarmTabs projectId={null} />;
}
