import { BaseMapRefusal } from './BaseMapRefusal.ts';

/** A group of a DXF file: what kind of value it is, and the value as it was written. */
export interface DxfPair {
  readonly code: number;
  readonly value: string;
}

/** By `$DWGCODEPAGE`: what AutoCAD calls an encoding, and what browsers call it. */
const encodings: Readonly<Record<string, string>> = {
  ANSI_936: 'gbk',
  ANSI_950: 'big5',
  ANSI_932: 'shift_jis',
  ANSI_949: 'euc-kr',
  ANSI_1250: 'windows-1250',
  ANSI_1251: 'windows-1251',
  ANSI_1252: 'windows-1252',
  ANSI_1253: 'windows-1253',
  ANSI_1254: 'windows-1254',
};
/** AutoCAD 2007: files are UTF-8 from there on. */
const firstInUtf8 = 1021;
/** The header stands first. */
const headerBytes = 200_000;

/** The text of an ASCII DXF file in the encoding that it names. */
export function dxfText(content: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(content.subarray(0, headerBytes));
  const of = (variable: string): string | undefined =>
    new RegExp(`\\$${variable}\\s*\\r?\\n\\s*\\d+\\s*\\r?\\n\\s*(\\S+)`).exec(head)?.[1];
  const version = Number(/^AC(\d+)$/.exec(of('ACADVER') ?? '')?.[1] ?? firstInUtf8);
  const encoding = version >= firstInUtf8 ? 'utf-8' : (encodings[of('DWGCODEPAGE')?.toUpperCase() ?? ''] ?? 'utf-8');
  return new TextDecoder(encoding).decode(content);
}

/**
 * The groups of a DXF file, in their order.
 *
 * @throws BaseMapRefusal with the line at which a group has no code, or the file ends within one
 */
export function dxfPairs(text: string): DxfPair[] {
  const lines = text.split(/\r\n|\n|\r/);
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop();
  const pairs: DxfPair[] = [];
  for (let line = 0; line < lines.length; line += 2) {
    const written = lines[line]!.trim();
    const value = lines[line + 1];
    if (!/^-?\d{1,4}$/.test(written) || value === undefined) throw new BaseMapRefusal((t) => t.brokenDxf(line + 1));
    pairs.push({ code: Number(written), value });
  }
  return pairs;
}
