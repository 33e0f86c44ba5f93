import { useProject } from '../lib/session.ts';
import { LogList } from './LogList.tsx';

/** What was done in the current project. Route /logManage/index. */
export function ProjectLogPage() {
  const { ProjectId } = useProject();
  return (
    <div className="page">
      <LogList projectId={ProjectId} />
    </div>
  );
}
