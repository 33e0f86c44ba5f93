import { isDialled } from '@watchpost/contract';
import type { GatewayCatalogue, GatewayFacts } from '../gateways/index.ts';
import { DialledDevice, type DialledDeviceDeps } from './dialledDevice.ts';

export interface ModbusDialerOptions extends DialledDeviceDeps {
  gateways: GatewayCatalogue;
}

const addressOf = (gateway: GatewayFacts | undefined): string | null =>
  gateway && isDialled(gateway.protocol) && !gateway.is_kept_off ? gateway.address : null;

/** Keeps a connection to each device that we dial, and reads it: Modbus TCP, and RTU frames over TCP. */
export class ModbusDialer {
  readonly #options: ModbusDialerOptions;
  readonly #devices = new Map<number, DialledDevice>();

  constructor(options: ModbusDialerOptions) {
    this.#options = options;
  }

  start(): void {
    this.follow();
  }

  stop(): void {
    for (const [gatewayId, device] of this.#devices) this.#leave(gatewayId, device);
  }

  /** After gateways or points changed: dials what is new, leaves what is gone or elsewhere now, reads the rest as it is set up. */
  follow(): void {
    const { gateways } = this.#options;
    for (const [gatewayId, device] of this.#devices) {
      const gateway = gateways.get(gatewayId);
      if (gateway && addressOf(gateway) === device.address && device.isConnectedAs(gateway)) device.follow(gateway);
      else this.#leave(gatewayId, device, gateway?.is_kept_off ? 'disconnected' : 'reconfigured');
    }
    for (const gateway of gateways.all()) {
      const address = addressOf(gateway);
      if (address === null || this.#devices.has(gateway.id)) continue;
      const device = new DialledDevice(gateway, address, this.#options);
      this.#devices.set(gateway.id, device);
      device.start();
    }
  }

  #leave(gatewayId: number, device: DialledDevice, why = 'reconfigured'): void {
    const { links, protocolClock } = this.#options;
    device.stop();
    this.#devices.delete(gatewayId);
    links.gatewayDown(gatewayId, protocolClock.now(), why);
  }
}
