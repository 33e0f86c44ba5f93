import { demoSeed } from '../demoHistory.ts';
import { Climate } from './Climate.ts';
import { drift } from './noise.ts';
import { type Moment, setMoment } from './PlantPart.ts';
import { siteClimates } from './siteClimates.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export interface Outdoors {
  /** °C. */
  readonly temperature: number;
  /** WMO code: 0 clear, 2 partly cloudy, 3 overcast, 51 drizzle, 61 rain, 65 heavy rain. */
  readonly code: number;
  /** km/h. */
  readonly windKmh: number;
}

/** The weather outside at a moment: that of the site of the demo next to the place, so that it fits what the plant measures there. */
export function outdoorsAt(latitude: number, longitude: number, atMs: number): Outdoors {
  const distance = (site: { latitude: number; longitude: number }) =>
    (site.latitude - latitude) ** 2 + (site.longitude - longitude) ** 2;
  const site = Object.values(siteClimates).reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const moment: Moment = { seed: demoSeed, atMs, tick: 0, hour: 0, day: 0, weekday: 1 };
  setMoment(moment, atMs);
  const climate = new Climate(site.stream, site.yearMean);
  climate.step(moment);
  const wet = drift(demoSeed, site.stream + 2, atMs, dayMs);
  const gust = drift(demoSeed, site.stream + 3, atMs, 6 * hourMs);
  const code = wet > 0.85 ? 65 : wet > 0.6 ? 61 : wet > 0.4 ? 51 : wet > 0 ? 3 : wet > -0.5 ? 2 : 0;
  return { temperature: climate.temperature, code, windKmh: Math.max(1, 14 + 7 * gust + (code >= 51 ? 6 : 0)) };
}
