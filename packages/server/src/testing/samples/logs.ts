import { local, type Samples } from '../sampleValues.ts';

export const samplesOfLogs: Samples = {
  getOperationLogPage: () => ({
    body: {
      CallList: ['editProject'],
      SubjectKindList: ['project'],
      SubjectId: '7',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
    },
  }),
};
