import type { ByteOrderName, RegisterFormatName } from '@watchpost/contract';

/** Registers or bits to look at, from a live slave or from a pasted answer. */
export interface Block {
  readonly slaveAddress: number | null;
  readonly functionCode: number;
  readonly start: number;
  /** The registers, read once or several times, the newest last. Empty: bits. */
  readonly reads: readonly (readonly number[])[];
  readonly bits: readonly boolean[];
  /** When a live slave answered last, epoch ms; absent: it was pasted. */
  readonly at?: number;
}

/** A register or bit that somebody took as a value, and how. */
export interface Chosen {
  readonly key: string;
  readonly FunctionCode: number;
  readonly RegisterAddress: number;
  readonly DataFormat: RegisterFormatName;
  readonly ByteOrder: ByteOrderName | null;
  readonly AddressBit: number | null;
  readonly X1: number | null;
  readonly X2: number | null;
  readonly Y1: number | null;
  readonly Y2: number | null;
  readonly Decimals: number;
  readonly RawErrorValueList: readonly number[];
}

/** What is taken of a block; `dividedBy` becomes a mapping. */
export interface Pick {
  readonly address: number;
  readonly format: RegisterFormatName;
  readonly byteOrder: ByteOrderName | null;
  readonly bit?: number;
  readonly dividedBy?: number;
  readonly rawErrors?: readonly number[];
}

/** The same register may be taken bit by bit, else only once. */
export const keyOf = (functionCode: number, address: number, bit: number | undefined): string =>
  `${functionCode}/${address}${bit === undefined ? '' : `.${bit}`}`;

export function chosenOf(
  block: Block,
  { address, format, byteOrder, bit, dividedBy = 1, rawErrors = [] }: Pick,
): Chosen {
  const isMapped = dividedBy > 1;
  return {
    key: keyOf(block.functionCode, address, bit),
    FunctionCode: block.functionCode,
    RegisterAddress: address,
    DataFormat: format,
    ByteOrder: byteOrder,
    AddressBit: bit ?? null,
    X1: isMapped ? 0 : null,
    X2: isMapped ? dividedBy : null,
    Y1: isMapped ? 0 : null,
    Y2: isMapped ? 1 : null,
    Decimals: format === 'f32' || format === 'f64' || dividedBy === 10 ? 1 : dividedBy === 100 ? 2 : 0,
    RawErrorValueList: rawErrors,
  };
}

/** `100`, `100.4`. */
export const numberOf = ({ RegisterAddress, AddressBit }: Chosen): string =>
  `${RegisterAddress}${AddressBit === null ? '' : `.${AddressBit}`}`;

/** As an address is written beside a value: `03 · 100`, `03 · 100.4`. */
export const placeOf = (chosen: Chosen): string =>
  `${String(chosen.FunctionCode).padStart(2, '0')} · ${numberOf(chosen)}`;
