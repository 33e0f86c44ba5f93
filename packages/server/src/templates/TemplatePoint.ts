import type { ModbusMapping } from '../points/index.ts';

/** One value in a template: a point that has neither company nor place yet. */
export interface TemplatePoint {
  readonly name: string;
  readonly nameEn: string | null;
  /** A point type by code or by name in either language. */
  readonly typeName: string;
  /** For a type that the company does not have yet. */
  readonly valueType: 'analog' | 'status';
  readonly unit: string | null;
  readonly decimals: number;
  readonly level: number;
  readonly writable: boolean;
  readonly samplingIntervalSeconds: number;
  readonly rangeLow: number | null;
  readonly rangeHigh: number | null;
  readonly errorValues: readonly number[];
  readonly frozenAfterSeconds: number | null;
  /** Addresses counted from the template's first one, as its manual has them. */
  readonly modbus: ModbusMapping | null;
  readonly mqttKey: string | null;
  readonly note: string;
  /** Absent: the note itself. */
  readonly noteEn?: string | null;
}

export interface TemplateFacts {
  readonly kind: 'register' | 'mqtt';
  readonly name: string;
  readonly name_en: string | null;
  readonly brand: string;
  readonly model: string;
  readonly category: string;
  readonly category_en: string | null;
  readonly source: 'maker' | 'field' | 'own';
  readonly source_name: string;
  readonly description: string;
  readonly description_en: string | null;
  readonly first_address: number;
  readonly max_registers: number;
  readonly max_gap: number;
  readonly baud_rate: number;
  readonly data_bits: number;
  readonly parity: 'none' | 'even' | 'odd';
  readonly stop_bits: number;
  /** What another client keeps of it, as it was sent. */
  readonly value: string;
  readonly points: readonly TemplatePoint[];
}
