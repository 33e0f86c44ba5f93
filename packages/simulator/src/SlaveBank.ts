import type { DemoPoint, DemoSlave } from '@watchpost/demo';
import { ModbusException, type RegisterBank } from '@watchpost/protocols';
import { engineeringValue, isRegisterSource, type RegisterSource, registersOf } from './encodePoint.ts';
import type { Field } from './Field.ts';
import type { SpoiledWrite } from './FieldGateway.ts';

const illegalAddress = 2;
const illegalValue = 3;
const deviceFailure = 4;
/** Controllers have more registers than anybody maps: one beside a mapped one answers 0, far away there is nothing. */
const nearbyRegisters = 1;
const nearbyBits = 16;

interface RegisterCell {
  point: DemoPoint;
  source: RegisterSource;
  /** 0 for the first register of the value. */
  offset: number;
}

/** The memory of one simulated controller: registers computed from the plant as they are asked for. */
export class SlaveBank implements RegisterBank {
  readonly #field: Field;
  readonly #slave: DemoSlave;
  readonly #spoiled: () => SpoiledWrite | null;
  /** By function code and address; several bits may share a register. */
  readonly #registers = new Map<string, RegisterCell[]>();
  readonly #bits = new Map<string, DemoPoint>();

  /** @param spoiled how it takes writes now; null: as it should */
  constructor(field: Field, slave: DemoSlave, spoiled: () => SpoiledWrite | null = () => null) {
    this.#field = field;
    this.#spoiled = spoiled;
    this.#slave = slave;
    for (const point of slave.points) {
      const { source } = point;
      if (source.kind !== 'modbus') continue;
      if (!isRegisterSource(source)) {
        this.#bits.set(`${source.functionCode}:${source.register}`, point);
        continue;
      }
      const wide = source.format === 's32' || source.format === 'u32' || source.format === 'f32';
      for (let offset = 0; offset < (wide ? 2 : 1); offset++) {
        const key = `${source.functionCode}:${source.register + offset}`;
        this.#registers.set(key, [...(this.#registers.get(key) ?? []), { point, source, offset }]);
      }
    }
  }

  readBits(functionCode: 1 | 2, address: number, quantity: number): boolean[] {
    return Array.from({ length: quantity }, (_, index) => {
      const point = this.#bits.get(`${functionCode}:${address + index}`);
      if (point) return this.#field.read(point) === 1;
      this.#requireNeighbour(this.#bits, functionCode, address + index, nearbyBits);
      return false;
    });
  }

  readRegisters(functionCode: 3 | 4, address: number, quantity: number): number[] {
    if (quantity > this.#slave.maxRegisters) throw new ModbusException(illegalValue);
    // A value of two registers is taken at one instant.
    const taken = new Map<DemoPoint, number[]>();
    return Array.from({ length: quantity }, (_, index) => {
      const cells = this.#registers.get(`${functionCode}:${address + index}`);
      if (cells) return this.#contents(cells, taken);
      const reach = Math.max(nearbyRegisters, this.#slave.maxGap);
      this.#requireNeighbour(this.#registers, functionCode, address + index, reach);
      return 0;
    });
  }

  writeBits(address: number, values: readonly boolean[]): void {
    if (this.#isSpoiled()) return;
    values.forEach((value, index) => {
      const point = this.#bits.get(`1:${address + index}`);
      if (!point || !this.#field.write(point, value ? 1 : 0)) throw new ModbusException(illegalAddress);
    });
  }

  writeRegisters(address: number, values: readonly number[]): void {
    if (this.#isSpoiled()) return;
    for (let index = 0; index < values.length; ) {
      const cell = this.#registers.get(`3:${address + index}`)?.[0];
      if (!cell?.point.writable || cell.offset !== 0) throw new ModbusException(illegalAddress);
      const registerCount = registersOf(cell.source, 0).length;
      const value = engineeringValue(cell.source, values.slice(index, index + registerCount));
      if (value === null || value < cell.point.rangeLow || value > cell.point.rangeHigh) {
        throw new ModbusException(illegalValue);
      }
      if (!this.#field.write(cell.point, value)) throw new ModbusException(illegalAddress);
      index += registerCount;
    }
  }

  /** True: it is to look as if it were written. */
  #isSpoiled(): boolean {
    const how = this.#spoiled();
    if (how === 'refuse') throw new ModbusException(deviceFailure);
    return how === 'ignore';
  }

  #contents(cells: readonly RegisterCell[], taken: Map<DemoPoint, number[]>): number {
    if (cells[0]!.source.format === 'bits16') {
      let word = 0;
      for (const { point, source } of cells) if (this.#field.read(point) === 1) word |= 1 << (source.bit! - 1);
      return word;
    }
    const { point, source, offset } = cells[0]!;
    let registers = taken.get(point);
    if (!registers) {
      registers = registersOf(source, this.#field.read(point));
      taken.set(point, registers);
    }
    return registers[offset]!;
  }

  #requireNeighbour(map: ReadonlyMap<string, unknown>, functionCode: number, address: number, reach: number): void {
    for (let distance = 1; distance <= reach; distance++) {
      if (map.has(`${functionCode}:${address - distance}`) || map.has(`${functionCode}:${address + distance}`)) return;
    }
    throw new ModbusException(illegalAddress);
  }
}
