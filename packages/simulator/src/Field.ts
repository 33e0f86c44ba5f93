import type { DemoPoint, Plant } from '@watchpost/demo';
import { Carrier } from './Carrier.ts';
import type { Clock } from './clock.ts';
import type { FieldGateway } from './FieldGateway.ts';
import { PhoneNetwork } from './PhoneNetwork.ts';
import type { SimulatorLog } from './SimulatorLog.ts';

/** The plant with a clock: everything the gateways measure and write, and what scenarios break. */
export class Field {
  readonly plant: Plant;
  readonly log: SimulatorLog;
  readonly gateways: FieldGateway[] = [];
  readonly carrier: Carrier;
  readonly phones: PhoneNetwork;
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #startedAt: number;
  readonly #plantStartedAt: number;

  /** @param speed how many seconds pass in the plant in one second of the clock; timestamps on the wires stay real */
  constructor(plant: Plant, clock: Clock, speed: number, log: SimulatorLog) {
    this.plant = plant;
    this.log = log;
    this.#clock = clock;
    this.carrier = new Carrier(clock);
    this.phones = new PhoneNetwork(clock);
    this.#speed = speed;
    this.#startedAt = clock.now();
    this.#plantStartedAt = Math.max(plant.atMs, this.#startedAt);
  }

  now(): number {
    return this.#clock.now();
  }

  /** Brings the plant up to now; reading does this too. */
  advance(): void {
    this.plant.step(this.#plantStartedAt + (this.now() - this.#startedAt) * this.#speed);
  }

  /** The present value in engineering units; null when its probe is broken. */
  read(point: DemoPoint): number | null {
    this.advance();
    return this.plant.read(point.deviceCode, point.role);
  }

  /** False when the device does not take it. */
  write(point: DemoPoint, value: number): boolean {
    this.advance();
    return point.writable && this.plant.write(point.deviceCode, point.role, value);
  }

  /** @throws Error when no such gateway runs */
  gateway(code: string): FieldGateway {
    const found = this.gateways.find(({ gateway }) => gateway.code === code || gateway.serialNumber === code);
    if (!found) throw new Error(`No gateway ${code} runs; there are ${this.gatewayCodes()}`);
    return found;
  }

  gatewayCodes(): string {
    return this.gateways.map(({ gateway }) => gateway.code).join(', ');
  }
}
