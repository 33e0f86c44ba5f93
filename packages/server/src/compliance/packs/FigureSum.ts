import { qualityOf } from '@watchpost/contract';

export interface DayFigures {
  readonly min: number | null;
  readonly max: number | null;
  readonly mean: number | null;
  /** Mean kinetic temperature; null where the point measures no temperature in °C. */
  readonly mkt: number | null;
  readonly good: number;
}

/** Activation energy over the gas constant, K: 83.144 kJ/mol, as in USP <1160>. */
const activationKelvin = 10_000;
const zeroCelsius = 273.15;

/** Adds up good samples of a point, day by day or over months. */
export class FigureSum {
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #rate = 0;
  #good = 0;
  readonly #isCelsius: boolean;

  constructor(isCelsius: boolean) {
    this.#isCelsius = isCelsius;
  }

  add(value: number, quality: number): void {
    if (qualityOf(quality) === 'bad' || Number.isNaN(value)) return;
    this.#good += 1;
    this.#sum += value;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
    if (this.#isCelsius) this.#rate += Math.exp(-activationKelvin / (value + zeroCelsius));
  }

  figures(): DayFigures {
    const good = this.#good;
    if (good === 0) return { min: null, max: null, mean: null, mkt: null, good };
    const mkt = this.#isCelsius ? activationKelvin / -Math.log(this.#rate / good) - zeroCelsius : null;
    return { min: this.#min, max: this.#max, mean: this.#sum / good, mkt, good };
  }
}
