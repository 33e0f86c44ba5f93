import type { Samples } from '../sampleValues.ts';

export const samplesOfFaultWarnings: Samples = {
  getPreAlarmEvidence: ({ warningId }) => ({ query: { ID: warningId } }),
  preAlarmPage: ({ areaId }) => ({ body: { Area: [areaId], IsOver: false } }),
  updatePraAlarmFeedback: ({ warningId }) => ({ query: { ID: warningId, remark: 'Looked at it' } }),
};
