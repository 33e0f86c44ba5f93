import type { ModbusLine } from '@watchpost/protocols';

/** The line that each Modbus gateway is read over now, for whoever has something to ask or to write besides. */
export class OpenLines {
  readonly #lines = new Map<number, ModbusLine>();

  /** From here until it closes, or until the gateway has a newer one. */
  opened(gatewayId: number, line: ModbusLine): void {
    this.#lines.set(gatewayId, line);
    void line.closed.then(() => {
      if (this.#lines.get(gatewayId) === line) this.#lines.delete(gatewayId);
    });
  }

  get(gatewayId: number): ModbusLine | undefined {
    return this.#lines.get(gatewayId);
  }
}
