import { useProject } from '../lib/session.ts';
import { RepairList } from './RepairList.tsx';

/** The repair orders of the current project. Route /repairMaintain/repairOrder. */
export function RepairOrdersPage() {
  const { ProjectId } = useProject();
  return <RepairList projectId={ProjectId} />;
}
