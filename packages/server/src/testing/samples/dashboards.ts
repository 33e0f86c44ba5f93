import { dashboardParts } from '@watchpost/contract';
import { nextCount, type Samples } from '../sampleValues.ts';

/** Each time another one: what is kept as it was is no change that anybody is told. */
const anotherPart = () => dashboardParts[nextCount() % dashboardParts.length]!;

export const samplesOfDashboards: Samples = {
  saveDashboardDefault: () => ({ body: { Layout: { Order: ['plan', 'alarms'], Hidden: [anotherPart()] } } }),
};
