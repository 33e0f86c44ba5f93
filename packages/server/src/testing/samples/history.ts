import { local, type Samples } from '../sampleValues.ts';

export const samplesOfHistory: Samples = {
  getPointData: () => ({ query: { start: local(Date.now() - 3_600_000), tmes: 0 } }),
};
