import type { Field } from './Field.ts';
import type { Release } from './FieldGateway.ts';
import type { ScenarioRequest } from './scenarios/Scenario.ts';
import { scenarios } from './scenarios/scenarios.ts';

export interface RunningScenario {
  name: string;
  request: ScenarioRequest;
  /** Epoch ms. */
  startedAt: number;
}

/** Which scenarios play now. The same scenario on the same subject plays once. */
export class ScenarioBoard {
  readonly #field: Field;
  readonly #running: (RunningScenario & { release: Release })[] = [];

  constructor(field: Field) {
    this.#field = field;
  }

  get running(): RunningScenario[] {
    return this.#running.map(({ release: _, ...shown }) => shown);
  }

  /** @throws Error with a sentence for the caller: unknown scenario, missing or unknown subject */
  start(name: string, request: ScenarioRequest): void {
    const scenario = scenarios.find((candidate) => candidate.name === name);
    if (!scenario) throw new Error(`No scenario ${name}; there are ${scenarios.map((known) => known.name).join(', ')}`);
    for (const need of scenario.needs) {
      if (request[need] === undefined) throw new Error(`${name} needs a ${need}`);
    }
    if (this.#running.some((other) => other.name === name && isSame(other.request, request))) return;
    const release = scenario.start(this.#field, request);
    this.#running.push({ name, request, startedAt: this.#field.now(), release });
    this.#field.log.info(`Scenario ${name} begins ${JSON.stringify(request)}`);
  }

  /** Ends every playing scenario of this name whose request agrees with what is given. */
  stop(name: string, request: ScenarioRequest = {}): void {
    for (const scenario of [...this.#running]) {
      if (scenario.name === name && agrees(scenario.request, request)) this.#end(scenario);
    }
  }

  stopAll(): void {
    for (const scenario of this.#running.toReversed()) this.#end(scenario);
  }

  #end(scenario: RunningScenario & { release: Release }): void {
    this.#running.splice(this.#running.indexOf(scenario), 1);
    this.#field.advance();
    scenario.release();
    this.#field.log.info(`Scenario ${scenario.name} ends ${JSON.stringify(scenario.request)}`);
  }
}

const agrees = (request: ScenarioRequest, asked: ScenarioRequest): boolean =>
  (Object.keys(asked) as (keyof ScenarioRequest)[]).every((key) => request[key] === asked[key]);

const isSame = (a: ScenarioRequest, b: ScenarioRequest): boolean => agrees(a, b) && agrees(b, a);
