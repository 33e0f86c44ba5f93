import { useProject } from '../lib/session.ts';
import { AlarmTabs } from './AlarmTabs.tsx';

/** Alarms of the current project. Route /alarmManage/index. */
export function AlarmsPage() {
  const { ProjectId } = useProject();
  return <AlarmTabs projectId={ProjectId} />;
}
