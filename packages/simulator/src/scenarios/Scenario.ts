import type { Field } from '../Field.ts';
import type { Release } from '../FieldGateway.ts';

/** What a scenario happens to; each takes the names it lists in `needs` and may take those in `takes`. */
export interface ScenarioRequest {
  /** Device code, for example `freezer-3`. */
  device?: string;
  /** Role of a point, for example `roomTemperature`. */
  role?: string;
  /** Gateway code or serial number. */
  gateway?: string;
  /** Slave address on the gateway's line. */
  slave?: number;
  project?: string;
}

export interface Scenario {
  name: string;
  /** In the order in which the command line takes them. */
  needs: (keyof ScenarioRequest)[];
  takes?: (keyof ScenarioRequest)[];
  /** Begins; the returned function ends it. Throws, in a sentence, when what the request names does not exist. */
  start(field: Field, request: ScenarioRequest): Release;
}
