import { drift } from './noise.ts';
import type { Moment } from './PlantPart.ts';

const dayMs = 86_400_000;

/** Outdoor weather of one site: season, day and night, and fronts that pass in a few days. */
export class Climate {
  temperature = 15;
  /** Percent. */
  humidity = 70;
  private readonly stream: number;
  private readonly yearMean: number;

  constructor(stream: number, yearMean: number) {
    this.stream = stream;
    this.yearMean = yearMean;
  }

  step(moment: Moment): void {
    const yearDay = moment.day % 365.25;
    // Warmest in late July (day 208), amplitude of the lower Yangtze; warmest of the day at 15 h.
    const season = 12 * Math.cos((2 * Math.PI * (yearDay - 208)) / 365.25);
    const daily = 4.5 * Math.cos((2 * Math.PI * (moment.hour - 15)) / 24);
    const front = 3.5 * drift(moment.seed, this.stream, moment.atMs, 3 * dayMs);
    this.temperature = this.yearMean + season + daily + front;
    this.humidity = 74 - 2.2 * daily + 10 * drift(moment.seed, this.stream + 1, moment.atMs, dayMs);
  }
}
