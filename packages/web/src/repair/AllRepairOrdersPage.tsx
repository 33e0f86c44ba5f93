import { RepairList } from './RepairList.tsx';

/** The repair orders of all the user's projects. Route /repairMaintain/repairOrderWithAllProject. */
export function AllRepairOrdersPage() {
  return <RepairList projectId={null} />;
}
