import { useProject } from '../lib/session.ts';
import { AlarmList } from './AlarmList.tsx';

/** Alarms of the current project. Route /alarmManage/index. */
export function AlarmsPage() {
  const { ProjectId } = useProject();
  return <AlarmList projectId={ProjectId} />;
}
