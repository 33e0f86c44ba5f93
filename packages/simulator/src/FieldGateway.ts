import type { DemoGateway } from '@watchpost/demo';

/** Ends what a call began; calling it twice does nothing more. */
export type Release = () => void;

/** A gateway as the scenarios see it, of any protocol. */
export interface FieldGateway {
  readonly gateway: DemoGateway;
  /** A DTU or MQTT gateway: connected to the platform. A Modbus TCP device: somebody is connected to it. */
  readonly isConnected: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * The connection breaks without a farewell and stays away until released.
   *
   * @param storing an MQTT gateway goes on measuring and sends it all afterwards; others never store
   */
  cutLink(storing: boolean): Release;
  /** One slave (by its address or the code of a device it measures) or one MQTT sub-device (by device code) no longer answers. */
  silence(device: number | string): Release;
  /** Every write to that slave or sub-device is refused, or answered as if it were done while the value stays. */
  spoilWrites(device: number | string, how: SpoiledWrite): Release;
}

/** `refuse`: a Modbus exception 04 or `"success":false`; `ignore`: a yes that nothing follows. */
export type SpoiledWrite = 'refuse' | 'ignore';

/** How writes are spoiled now, by slave address or device code; the newest order counts, and each ends by itself. */
export class SpoiledWrites {
  readonly #orders: { device: number | string; how: SpoiledWrite }[] = [];

  of(device: number | string): SpoiledWrite | null {
    return this.#orders.findLast((order) => order.device === device)?.how ?? null;
  }

  add(devices: readonly (number | string)[], how: SpoiledWrite): Release {
    const orders = devices.map((device) => ({ device, how }));
    this.#orders.push(...orders);
    return () => {
      for (const order of orders) {
        const at = this.#orders.indexOf(order);
        if (at >= 0) this.#orders.splice(at, 1);
      }
    };
  }
}

/** Counts who wants something, so that two scenarios may overlap: the last release ends it. */
export class Holds {
  #count = 0;
  readonly #changed: (held: boolean) => void;

  constructor(changed: (held: boolean) => void = () => {}) {
    this.#changed = changed;
  }

  get isHeld(): boolean {
    return this.#count > 0;
  }

  take(): Release {
    if (++this.#count === 1) this.#changed(true);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (--this.#count === 0) this.#changed(false);
    };
  }
}
