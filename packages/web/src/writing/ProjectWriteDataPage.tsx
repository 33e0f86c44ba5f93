import { useProject } from '../lib/session.ts';
import { WriteData } from './WriteData.tsx';

/** Writing in the current project. Route /terminalManage/writeData. */
export function ProjectWriteDataPage() {
  const { ProjectId } = useProject();
  return (
    <div className="page">
      <WriteData projectId={ProjectId} />
    </div>
  );
}
