import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textIn } from '../../lib/defineText.ts';
import { BaseMapRefusal } from './BaseMapRefusal.ts';
import { kindOf } from './baseMapOf.ts';
import { dxfText } from './dxfPairs.ts';
import { frameOf } from './frameOf.ts';
import { type DxfDrawing, readDxf } from './readDxf.ts';
import { baseMapText } from './text.ts';

/** Groups as a file has them, two lines each. */
const dxf = (...groups: (string | number)[]): string => groups.join('\n');
const section = (name: string, ...groups: (string | number)[]) => [0, 'SECTION', 2, name, ...groups, 0, 'ENDSEC'];
const model = (...entities: (string | number)[]): string => dxf(...section('ENTITIES', ...entities), 0, 'EOF');
const line = (x1: number, y1: number, x2: number, y2: number, layer = 'A') =>
  [0, 'LINE', 8, layer, 10, x1, 20, y1, 11, x2, 21, y2] as const;

/** Corners by the hundredth. */
const cornersOf = ({ lines }: Pick<DxfDrawing, 'lines'>) =>
  lines.map((each) => each.map(([x, y]) => [Math.round(x * 100) / 100 + 0, Math.round(y * 100) / 100 + 0]));
const refusalOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof BaseMapRefusal) return error.inWords(textIn(baseMapText, 'en'));
    throw error;
  }
  return 'nothing was refused';
};

describe('what is drawn', () => {
  it('reads lines and closed polylines, their arcs bent to the right side', () => {
    const { lines } = readDxf(
      model(
        ...line(0, 0, 4, 3),
        ...[0, 'LWPOLYLINE', 8, 'A', 90, 3, 70, 1, 10, 0, 20, 0, 10, 2, 20, 0, 10, 2, 20, 1],
        // From the left to the right with a bulge of 1: a half circle below.
        ...[0, 'LWPOLYLINE', 8, 'A', 90, 2, 70, 0, 10, 0, 20, 0, 42, 1, 10, 2, 20, 0],
      ),
    );
    const [straight, closed, bent] = cornersOf({ lines });
    expect(straight).toEqual([
      [0, 0],
      [4, 3],
    ]);
    expect(closed).toEqual([
      [0, 0],
      [2, 0],
      [2, 1],
      [0, 0],
    ]);
    expect(bent![0]).toEqual([0, 0]);
    expect(bent!.at(-1)).toEqual([2, 0]);
    expect(bent!.reduce((lowest, [, y]) => Math.min(lowest, y!), 0)).toBe(-1);
    expect(bent!.every(([x, y]) => Math.abs(Math.hypot(x! - 1, y!) - 1) < 0.02)).toBe(true);
  });

  it('reads circles, arcs through zero, ellipses, polylines of vertices and splines', () => {
    const drawing = readDxf(
      model(
        ...[0, 'CIRCLE', 8, 'A', 10, 5, 20, 5, 40, 2],
        ...[0, 'ARC', 8, 'A', 10, 0, 20, 0, 40, 1, 50, 270, 51, 90],
        ...[0, 'ELLIPSE', 8, 'A', 10, 0, 20, 0, 11, 2, 21, 0, 40, 0.5, 41, 0, 42, 6.283185307],
        ...[0, 'POLYLINE', 8, 'A', 66, 1, 70, 1, 0, 'VERTEX', 8, 'A', 10, 0, 20, 0, 0, 'VERTEX', 8, 'A', 10, 3, 20, 0],
        ...[0, 'VERTEX', 8, 'A', 10, 3, 20, 3, 0, 'SEQEND'],
        ...[0, 'SPLINE', 8, 'A', 71, 1, 40, 0, 40, 0, 40, 1, 40, 1, 10, 0, 20, 0, 10, 4, 20, 4],
      ),
    );
    const [circle, arc, ellipse, polyline, spline] = cornersOf(drawing);
    expect(circle!.every(([x, y]) => Math.abs(Math.hypot(x! - 5, y! - 5) - 2) < 0.02)).toBe(true);
    expect([arc![0], arc!.at(-1)]).toEqual([
      [0, -1],
      [0, 1],
    ]);
    expect(Math.max(...arc!.map(([x]) => x!))).toBe(1);
    expect([Math.max(...ellipse!.map(([x]) => x!)), Math.max(...ellipse!.map(([, y]) => y!))]).toEqual([2, 1]);
    expect(polyline).toEqual([
      [0, 0],
      [3, 0],
      [3, 3],
      [0, 0],
    ]);
    expect([spline![0], spline!.at(-1)]).toEqual([
      [0, 0],
      [4, 4],
    ]);
    expect(spline!.every(([x, y]) => Math.abs(x! - y!) < 0.02)).toBe(true);
  });

  it('puts blocks where they are inserted: moved, turned, scaled, in rows, in other blocks', () => {
    const text = dxf(
      ...section(
        'BLOCKS',
        ...[0, 'BLOCK', 2, 'DOOR', 10, 1, 20, 0, ...line(1, 0, 2, 0), 0, 'ENDBLK'],
        ...[0, 'BLOCK', 2, 'WALL', 10, 0, 20, 0, 0, 'INSERT', 8, 'A', 2, 'DOOR', 10, 5, 20, 0, 0, 'ENDBLK'],
      ),
      ...section(
        'ENTITIES',
        ...[0, 'INSERT', 8, 'A', 2, 'DOOR', 10, 10, 20, 10, 41, 2, 42, 2, 50, 90],
        ...[0, 'INSERT', 8, 'A', 2, 'WALL', 10, 100, 20, 0, 70, 2, 44, 20],
        // Drawn from below: mirrored.
        ...[0, 'INSERT', 8, 'A', 2, 'DOOR', 10, 7, 20, 0, 230, -1],
      ),
    );
    expect(cornersOf(readDxf(text))).toEqual([
      [
        [10, 10],
        [10, 12],
      ],
      [
        [105, 0],
        [106, 0],
      ],
      [
        [125, 0],
        [126, 0],
      ],
      [
        [-7, 0],
        [-8, 0],
      ],
    ]);
  });

  it('leaves out paper space, layers that are off or frozen, and says what it does not draw', () => {
    const layer = (name: string, flags: number, colour: number) => [0, 'LAYER', 2, name, 70, flags, 62, colour];
    const text = dxf(
      ...section('TABLES', ...layer('Off', 0, -7), ...layer('Frozen', 1, 7), ...layer('A', 0, 7)),
      ...section(
        'ENTITIES',
        ...line(0, 0, 1, 0, 'Off'),
        ...line(0, 0, 2, 0, 'Frozen'),
        ...[...line(0, 0, 3, 0), 67, 1],
        ...line(0, 0, 4, 0),
        ...[0, 'HATCH', 8, 'A', 0, 'HATCH', 8, 'A', 0, 'POINT', 8, 'A', 10, 0, 20, 0],
      ),
    );
    const drawing = readDxf(text);
    expect(cornersOf(drawing)).toEqual([
      [
        [0, 0],
        [4, 0],
      ],
    ]);
    expect([...drawing.leftOut]).toEqual([['HATCH', 2]]);
  });

  it('reads texts where they hang, without their formats', () => {
    const { texts } = readDxf(
      model(
        ...[0, 'TEXT', 8, 'A', 10, 1, 20, 2, 40, 0.5, 50, 90, 1, '%%c50 \\U+51B7\\U+5E93'],
        ...[0, 'TEXT', 8, 'A', 10, 0, 20, 0, 11, 8, 21, 9, 40, 1, 72, 1, 1, 'Dock'],
        ...[0, 'MTEXT', 8, 'A', 10, 0, 20, 10, 40, 2, 71, 1, 1, '{\\fSimSun|b0;Freezer} 1\\Psecond line'],
      ),
    );
    expect(texts).toEqual([
      { at: [1, 2], height: 0.5, turn: 90, words: '⌀50 冷库', anchor: 'start' },
      { at: [8, 9], height: 1, turn: 0, words: 'Dock', anchor: 'middle' },
      { at: [0, 8], height: 2, turn: 0, words: 'Freezer 1', anchor: 'start' },
    ]);
  });

  it('knows how long its unit is, where the file says so', () => {
    const withUnits = (units: number) =>
      readDxf(dxf(...section('HEADER', 9, '$INSUNITS', 70, units), ...section('ENTITIES', ...line(0, 0, 1, 0))));
    expect(withUnits(4).metresOfUnit).toBe(0.001);
    expect(withUnits(6).metresOfUnit).toBe(1);
    expect(withUnits(0).metresOfUnit).toBeNull();
    expect(readDxf(model(...line(0, 0, 1, 0))).metresOfUnit).toBeNull();
  });
});

describe('files that are refused', () => {
  it('says where a file is damaged, and that one has nothing to draw', () => {
    expect(refusalOf(() => readDxf(dxf(0, 'SECTION', 2, 'ENTITIES', 'x', 'LINE')))).toBe(
      'The DXF file is damaged at line 5.',
    );
    expect(refusalOf(() => readDxf(dxf(0, 'SECTION', 2)))).toBe('The DXF file is damaged at line 3.');
    expect(refusalOf(() => readDxf(model()))).toContain('nothing to draw');
  });

  it('gives up on blocks that stand in each other, and on those that multiply', () => {
    const block = (name: string, inside: string, ...more: (string | number)[]) =>
      [0, 'BLOCK', 2, name, 0, 'INSERT', 8, 'A', 2, inside, ...more, 0, 'ENDBLK'] as const;
    const insert = (name: string) => section('ENTITIES', 0, 'INSERT', 8, 'A', 2, name);
    const circle = dxf(...section('BLOCKS', ...block('A', 'B'), ...block('B', 'A')), ...insert('A'));
    expect(refusalOf(() => readDxf(circle))).toContain('too many parts');
    const rows = [70, 30, 71, 30];
    const bomb = dxf(
      ...section('BLOCKS', ...block('A', 'B', ...rows), ...block('B', 'C', ...rows), ...block('C', 'D', ...rows)),
      ...insert('A'),
    );
    expect(refusalOf(() => readDxf(bomb))).toContain('too many parts');
  });

  it('tells files by their first bytes', () => {
    const kind = (text: string) => kindOf(new TextEncoder().encode(text));
    expect(kind('AC1032\0\0')).toBe('dwg');
    expect(kind('AutoCAD Binary DXF\r\n')).toBe('binaryDxf');
    expect(kind('%PDF-1.7')).toBe('pdf');
    expect(kind('  0\r\nSECTION\r\n')).toBe('dxf');
    expect(kind('999\nmade by hand\n0\nSECTION\n')).toBe('dxf');
    expect(kind('<svg onload="alert(1)">')).toBe('other');
    expect(kindOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).toBe('picture');
  });

  it('never fails otherwise, for any order and content of groups', () => {
    const word = fc.constantFrom(
      ...['SECTION', 'ENDSEC', 'ENTITIES', 'BLOCKS', 'HEADER', 'LINE', 'LWPOLYLINE', 'INSERT', 'BLOCK', 'ENDBLK'],
      ...['POLYLINE', 'VERTEX', 'SPLINE', 'ARC', 'ELLIPSE', 'TEXT', 'MTEXT', 'A', '1e400', '-3', '2.5', '', '\\P{'],
    );
    const code = fc.constantFrom(0, 1, 2, 8, 9, 10, 11, 20, 21, 40, 41, 42, 50, 62, 67, 70, 71, 72, 230);
    fc.assert(
      fc.property(fc.array(fc.tuple(code, word), { maxLength: 60 }), (groups) => {
        const text = dxf(...section('ENTITIES', 0, 'LINE', 8, 'A', ...groups.flat()));
        const told = (() => {
          try {
            return readDxf(text);
          } catch (error) {
            if (error instanceof BaseMapRefusal) return null;
            throw error;
          }
        })();
        return told === null || told.lines.flat(2).every(Number.isFinite);
      }),
      { numRuns: 2000 },
    );
  });
});

it('reads texts of older files in the encoding that they name', () => {
  const header = (version: string) =>
    dxf(...section('HEADER', 9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, 'ANSI_936'), '');
  // 冷库 in GB 2312.
  const old = [...new TextEncoder().encode(header('AC1015')), 0xc0, 0xe4, 0xbf, 0xe2];
  expect(dxfText(Uint8Array.from(old))).toContain('冷库');
  expect(dxfText(new TextEncoder().encode(`${header('AC1032')}冷库`))).toContain('冷库');
});

it('frames the drawing and not a part that was forgotten far away', () => {
  const wall = (x: number): [number, number][] => [
    [x, 0],
    [x, 10],
  ];
  const lines = Array.from({ length: 400 }, (_, index) => wall(index / 10));
  const whole = frameOf({ lines, texts: [] });
  expect(whole).toMatchObject({ farAway: 0 });
  expect([whole.left, whole.width].map((each) => Math.round(each * 10) / 10)).toEqual([-0.8, 41.5]);
  const withStray = frameOf({ lines: [...lines, wall(90_000)], texts: [] });
  expect(withStray).toMatchObject({ farAway: 1, width: whole.width });
  // Two lines far from each other are the drawing.
  expect(frameOf({ lines: [wall(0), wall(1000)], texts: [] }).farAway).toBe(0);
});
