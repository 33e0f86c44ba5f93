import type { Samples } from '../sampleValues.ts';

export const samplesOfScheduling: Samples = {
  getScheduleGroupPage: ({ scheduleGroupId }) => ({ body: { GroupName: 'group', GroupIdList: [scheduleGroupId] } }),
  addScheduleGroup: ({ writablePointId, freeScheduleName }) => ({
    body: {
      GroupName: freeScheduleName,
      GroupDescription: 'Lights and set points',
      PointIdList: [writablePointId],
      Enabled: true,
    },
  }),
  editScheduleGroup: ({ scheduleGroupId }) => ({ body: { GroupId: scheduleGroupId, GroupDescription: 'By night' } }),
  deleteScheduleGroup: ({ spareScheduleGroupId }) => ({ body: { GroupIdList: [spareScheduleGroupId] } }),
  enableScheduleGroup: ({ scheduleGroupId }) => ({ body: { GroupIdList: [scheduleGroupId], Enabled: false } }),
  getScheduleJobPage: ({ scheduleGroupId }) => ({
    body: { JobName: 'task', GroupIdList: [scheduleGroupId], JobStatus: false, ExecutionMode: 'http' as const },
  }),
  addScheduleJob: ({ scheduleGroupId, freeScheduleName }) => ({
    body: {
      GroupId: scheduleGroupId,
      JobName: freeScheduleName,
      JobDescription: 'Tells the lights',
      JobTimeExpression: '30 22 * * *',
      DayFilter: 'workdays' as const,
      ExecutionMode: 'http' as const,
      PointValueList: [],
      Url: 'https://lights.example/api',
      Method: 'PUT' as const,
      ContentType: 'json' as const,
      Params: '{"on":false}',
      Timeout: 10,
      RespCodeList: [200, 204],
      ParseMode: 'jsonEquals' as const,
      ParsePointer: '/code',
      ParseValue: '0',
      GraceMinutes: 10,
      Enabled: true,
    },
  }),
  editScheduleJob: ({ scheduleJobId }) => ({ body: { JobId: scheduleJobId, JobTimeExpression: '0 7 * * *' } }),
  deleteScheduleJob: ({ spareScheduleJobId }) => ({ body: { JobIdList: [spareScheduleJobId] } }),
  enableScheduleJob: ({ scheduleJobId }) => ({ body: { JobIdList: [scheduleJobId], Enabled: true } }),
  runScheduleJob: ({ scheduleJobId }) => ({ body: { JobId: scheduleJobId } }),
  getScheduleFirings: ({ scheduleGroupId }) => ({
    body: { GroupId: scheduleGroupId, JobTimeExpression: '0 6 * * 1-5', DayFilter: 'notHolidays' as const },
  }),
  undoScheduleRun: ({ scheduleRunId }) => ({ body: { RunId: scheduleRunId } }),
  getScheduleRunPage: ({ scheduleGroupId, scheduleJobId }) => ({
    body: { JobIdList: [scheduleJobId], GroupIdList: [scheduleGroupId] },
  }),
};
