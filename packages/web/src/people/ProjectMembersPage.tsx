import { useProject } from '../lib/session.ts';
import { ProjectMembers } from './MemberList.tsx';

/** The people of the current project. Spec §2, `/projectConfig/member`. */
export function ProjectMembersPage() {
  const { ProjectId } = useProject();
  return <ProjectMembers key={ProjectId} projectId={ProjectId} />;
}
