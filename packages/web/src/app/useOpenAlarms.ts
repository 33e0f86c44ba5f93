import { pollWhenNotLive } from '../lib/realtime.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';

/** Spec §9: the message centre asks every 30 s, for 99 entries. */
const pollMs = 30_000;
const pageSize = 99;

/** Open alarms of all the user's projects in this company, newest first, as the message centre lists them. */
export const useAlarmMessages = () => {
  const { company } = useSession();
  return useCall(
    'getAlarmMessageByUserId',
    { query: { companyId: company.CompanyId, pageIndex: 1, pageSize } },
    { scope: 'company', refetchInterval: pollWhenNotLive(pollMs) },
  );
};

/** Open alarms of the current project by level; undefined without a project or before the first answer. */
export const useProjectAlarmCount = () => {
  const { company, project } = useSession();
  return useCall(
    'getAlarmOverNum',
    project ? { query: { companyId: company.CompanyId }, body: { ProjectId: project.ProjectId } } : null,
    { refetchInterval: pollWhenNotLive(pollMs) },
  ).data;
};
