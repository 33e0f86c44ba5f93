import type { Samples } from '../sampleValues.ts';

export const samplesOfReports: Samples = {
  addReportPolicy: () => ({
    body: {
      Cycle: 'week' as const,
      RunAt: '09:15',
      IndicatorList: [{ Name: 'dataCompleteness' as const, Target: '99.5' }],
      ContentList: ['points' as const],
      AutoPublish: true,
      Enabled: true,
    },
  }),
  editReportPolicy: () => ({ body: { RunAt: '11:00', ContentList: ['alarms' as const] } }),
  getReportPage: () => ({ body: { StatusList: [0, 1, 2] } }),
  getReport: ({ publishedReportId }) => ({ query: { reportId: publishedReportId } }),
  downloadReport: ({ publishedReportId }) => ({ query: { reportId: publishedReportId } }),
  generateReport: ({ waitingReportId }) => ({ body: { ReportIdList: [waitingReportId] } }),
  addReport: () => ({ body: { Day: '2026-02-10' } }),
  publishReport: ({ generatedReportId }) => ({ body: { ReportIdList: [generatedReportId] } }),
  getReportPlayScreenPush: () => ({ body: { IsRead: false } }),
  readReportPlayScreenPush: ({ reportPushId }) => ({ body: [reportPushId] }),
};
