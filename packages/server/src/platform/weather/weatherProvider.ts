/** One day at one place, by its own clock. */
export interface DayOfWeather {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** °C. */
  readonly minTemperature: number;
  readonly maxTemperature: number;
  /** WMO codes, 0 clear to 99 thunderstorm: the mildest and the roughest of the day. */
  readonly minCode: number;
  readonly maxCode: number;
  /** The strongest, km/h. */
  readonly windKmh: number;
}

/** °C outside at a full hour, epoch ms. */
export interface HourOfWeather {
  readonly at: number;
  readonly temperature: number;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** IANA zone. */
  readonly timeZone: string;
}

/** It answers, but not this question, or nothing that can be read, such as about days it does not go back to. Others it may answer. */
export class QuestionRefused extends Error {
  override readonly name = 'QuestionRefused';
}

/** It gives no answer: to nobody just now, or to this question. */
export class ServiceSilent extends Error {
  override readonly name = 'ServiceSilent';
}

/** The limit of questions is reached, for every question. */
export class AskedTooOften extends Error {
  override readonly name = 'AskedTooOften';
  /** For how long it wants to be left alone; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** A service that knows the weather. */
export interface WeatherProvider {
  /**
   * The days from `first` to `last` at a place; days it does not know are left out.
   *
   * @throws QuestionRefused; ServiceSilent; AskedTooOften
   */
  days(place: Place, first: string, last: string): Promise<DayOfWeather[]>;
  /** The hours of those days that it knows, in the order of time; throws like `days`. */
  hours(place: Place, first: string, last: string): Promise<HourOfWeather[]>;
}
