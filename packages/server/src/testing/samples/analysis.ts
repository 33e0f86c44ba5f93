import { daysAgo, type Samples } from '../sampleValues.ts';

const aMonth = { Start: daysAgo(20), End: daysAgo(0) };

export const samplesOfAnalysis: Samples = {
  getServiceAlarms: () => ({ body: { ...aMonth, Figure: 'raised' as const } }),
  saveServiceLimits: ({ freeReminderDays }) => ({
    body: { ConfirmMin: 90, ProcessMin: 80, AlarmChangeMax: freeReminderDays, RepairChangeMax: 30 },
  }),
  getAnalysisComparison: ({ projectId }) => ({
    body: { SideA: { ...aMonth, ProjectIdList: [projectId] }, SideB: { ...aMonth, ProjectIdList: [projectId] } },
  }),
};
