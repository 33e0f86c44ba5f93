import { local, type Samples } from '../sampleValues.ts';

export const samplesOfSecurityEvents: Samples = {
  getSecurityEventPage: () => ({
    body: {
      KindList: ['signInFailed' as const],
      Text: 'lin',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
    },
  }),
};
