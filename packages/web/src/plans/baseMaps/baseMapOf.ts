import { maxImageBytes } from '@watchpost/contract';
import type { Text } from '../../lib/defineText.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { BaseMapRefusal } from './BaseMapRefusal.ts';
import type { baseMapText } from './text.ts';

/** Of PDF and DXF files, bytes: larger ones are sets of drawings, not one floor. */
export const maxDrawingBytes = 20 * 1024 * 1024;

/** A picture to upload as base map, and what was found out while it was made. */
export interface BaseMap {
  readonly picture: File;
  /** Where the file knows it. */
  readonly metresWide: number | null;
  /** What to tell the person of it, one sentence each. */
  readonly notes: readonly ((t: Text<typeof baseMapText>) => string)[];
}

const startsWith = (content: Uint8Array, words: string): boolean =>
  [...words].every((character, index) => content[index] === character.charCodeAt(0));

type FileKind = 'picture' | 'pdf' | 'dxf' | 'dwg' | 'binaryDxf' | 'other';

/** By its first bytes: names lie. */
export function kindOf(content: Uint8Array): FileKind {
  if (content[0] === 0xff && content[1] === 0xd8) return 'picture';
  if (content[0] === 0x89 && startsWith(content.subarray(1), 'PNG')) return 'picture';
  if (startsWith(content, 'GIF8')) return 'picture';
  if (startsWith(content, 'RIFF') && startsWith(content.subarray(8), 'WEBP')) return 'picture';
  if (/^AC10\d\d/.test(new TextDecoder('latin1').decode(content.subarray(0, 6)))) return 'dwg';
  if (startsWith(content, 'AutoCAD Binary DXF')) return 'binaryDxf';
  const head = new TextDecoder('latin1').decode(content.subarray(0, 1024));
  if (head.includes('%PDF-')) return 'pdf';
  // Comments (999) may stand before the first section.
  return /^\uFEFF?(?:ï»¿)?\s*(999|0)\s*\r?\n/.test(head) ? 'dxf' : 'other';
}

/**
 * Makes a base map of a file that somebody chose: a picture as it is, the first page of a PDF, a DXF drawing. Everything is read in
 * the browser; what reads PDF and DXF is loaded when it is needed.
 *
 * @throws BaseMapRefusal saying what is wrong with the file
 */
export async function baseMapOf(file: File): Promise<BaseMap> {
  if (file.size > maxDrawingBytes) throw new BaseMapRefusal((t) => t.tooLarge);
  const content = new Uint8Array(await file.arrayBuffer());
  switch (kindOf(content)) {
    case 'picture':
      if (file.size > maxImageBytes) throw new BaseMapRefusal((t) => t.pictureTooLarge);
      return { picture: file, metresWide: null, notes: [] };
    case 'pdf': {
      const { drawPdf } = await import('./drawPdf.ts');
      const { canvas, pages } = await drawPdf(content);
      return { picture: await pngOf(canvas, file.name), metresWide: null, notes: [(t) => t.firstPage(pages)] };
    }
    case 'dxf':
      return ofDxf(content, file.name);
    case 'dwg':
      throw new BaseMapRefusal((t) => t.dwg);
    case 'binaryDxf':
      throw new BaseMapRefusal((t) => t.binaryDxf);
    case 'other':
      throw new BaseMapRefusal((t) => t.otherKind);
  }
}

/** As the form takes it: from 1 to 5,000 m, by the centimetre. */
const asWidth = (metres: number): number | null =>
  metres >= 1 && metres <= 5000 ? Math.round(metres * 100) / 100 : null;

async function ofDxf(content: Uint8Array, name: string): Promise<BaseMap> {
  const [{ readDxf }, { dxfText }, { frameOf }, { drawDxf }] = await Promise.all([
    import('./readDxf.ts'),
    import('./dxfPairs.ts'),
    import('./frameOf.ts'),
    import('./drawDxf.ts'),
  ]);
  const drawing = readDxf(dxfText(content));
  const frame = frameOf(drawing);
  const metresWide = drawing.metresOfUnit === null ? null : asWidth(frame.width * drawing.metresOfUnit);
  const { leftOut } = drawing;
  const kinds = [...leftOut].map(([kind, count]) => `${kind} × ${count}`).join(', ');
  const parts = drawing.lines.length + drawing.texts.length - frame.farAway;
  return {
    picture: await pngOf(drawDxf(drawing, frame), name),
    metresWide,
    notes: [
      (t) => t.drawn(parts),
      (t) => (metresWide === null ? t.noUnits : t.wide(formatNumber(metresWide, 2))),
      ...(leftOut.size > 0 ? [(t: Text<typeof baseMapText>) => t.leftOut(kinds)] : []),
      ...(frame.farAway > 0 ? [(t: Text<typeof baseMapText>) => t.farAway(frame.farAway)] : []),
    ],
  };
}

const smallestSide = 512;

/** The picture of a canvas, smaller where it would not be taken otherwise. */
async function pngOf(canvas: HTMLCanvasElement, name: string): Promise<File> {
  let drawn = canvas;
  for (;;) {
    const from = drawn;
    const blob = await new Promise<Blob | null>((resolve) => from.toBlob(resolve, 'image/png'));
    if (blob === null) throw new BaseMapRefusal((t) => t.notDrawn);
    if (blob.size <= maxImageBytes) return new File([blob], `${name}.png`, { type: 'image/png' });
    if (Math.max(from.width, from.height) <= smallestSide) throw new BaseMapRefusal((t) => t.notDrawn);
    drawn = document.createElement('canvas');
    drawn.width = Math.round(from.width * 0.75);
    drawn.height = Math.round(from.height * 0.75);
    drawn.getContext('2d')?.drawImage(from, 0, 0, drawn.width, drawn.height);
  }
}
