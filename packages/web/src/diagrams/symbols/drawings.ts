import type { SymbolCode } from '@watchpost/contract';

/** A closed shape that is filled while its input is running, open or on; without an input it stays hollow. */
export interface Part {
  readonly d: string;
  readonly input?: string;
  /** Strokes on it, which stay readable on the filled shape. */
  readonly marks?: string;
  /** A moving piece: turned by so many degrees around this place while its input is on. */
  readonly swing?: { readonly by: number; readonly x: number; readonly y: number };
}
export interface Drawing {
  /** The closed border, below the parts. */
  readonly outline?: string;
  readonly parts?: readonly Part[];
  /** Strokes that say nothing of a state. */
  readonly lines?: string;
  /** A tank that is filled from below by this input, percent. */
  readonly level?: {
    readonly input: string;
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly r: number;
  };
  /** Where its words stand. `tag`: the symbol is nothing but words. */
  readonly words: 'inside' | 'right' | 'below' | 'tag' | 'none';
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const box = (x: number, y: number, w: number, h: number, r = 0) =>
  r === 0
    ? `M${x} ${y}h${w}v${h}h${-w}Z`
    : `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
const at = (x: number, y: number, r: number, degrees: number) => {
  const angle = (degrees * Math.PI) / 180;
  return `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`;
};
const round = (value: number) => Math.round(value * 100) / 100;
/** Three swept blades. */
const blades = (x: number, y: number, r: number) =>
  [30, 150, 270]
    .map(
      (turn) =>
        `M${x} ${y}Q${at(x, y, r * 0.55, turn - 40)} ${at(x, y, r * 0.8, turn)}Q${at(x, y, r * 0.5, turn + 34)} ${x} ${y}`,
    )
    .join('');
const fanPart = (x: number, y: number, r: number, input: string): Part => ({
  d: circle(x, y, r),
  input,
  marks: blades(x, y, r),
});
/** A coil from left to right, so many teeth. */
const coil = (x: number, y: number, w: number, h: number, teeth: number) => {
  const step = w / (teeth * 2);
  let d = `M${x} ${y + h / 2}`;
  for (let n = 0; n < teeth * 2; n++) d += `L${round(x + step * (n + 0.5))} ${n % 2 ? y + h : y}`;
  return `${d}L${x + w} ${y + h / 2}`;
};
const bowTie = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}L${x} ${y + h}h${w}Z`;
const sideways = (x: number, y: number, w: number, h: number) => `M${x} ${y}v${h}L${x + w} ${y}v${h}Z`;

/** The evaporator with its fan, at the foot of a case or room. */
const evaporator = (w: number, h: number, fan: string): Pick<Drawing, 'parts' | 'lines'> => {
  const [bw, bh] = [Math.min(96, w * 0.62), 32];
  const [x, y] = [(w - bw) / 2, h - bh - 14];
  return {
    parts: [{ d: box(x, y, bw, bh, 3) }, fanPart(x + bw - 17, y + bh / 2, 11, fan)],
    lines: `${coil(x + 8, y + 8, bw - 44, 16, 3)}M${w * 0.08} 0V${y + bh / 2}H${x}M${x + bw} ${y + bh / 2}H${w * 0.9}V${h}`,
  };
};

/** How each symbol is drawn in a size; after JB/T 7965, EN 1861 and IEC 60617, simplified. */
export const drawings: Readonly<Record<SymbolCode, (w: number, h: number) => Drawing>> = {
  compressor: (w, h) => ({
    ...scaled(w, h, 64, 64, {
      parts: [{ d: circle(32, 32, 31), input: 'running', marks: 'M9 11L25 62M55 11L39 62' }],
    }),
    words: 'right',
  }),
  variableCompressor: (w, h) => ({
    ...scaled(w, h, 64, 64, {
      parts: [{ d: circle(32, 32, 31), input: 'running', marks: 'M9 11L25 62M55 11L39 62M22 27q5-12 10 0t10 0' }],
    }),
    words: 'right',
  }),
  header: (w, h) => ({ outline: box(0, 0, w, h, Math.min(3, h / 2)), words: 'none' }),
  airCondenser: (w, h) => ({
    ...scaled(w, h, 220, 100, {
      outline: box(0, 46, 220, 54),
      parts: [fanPart(44, 22, 19, 'fan1'), fanPart(110, 22, 19, 'fan2'), fanPart(176, 22, 19, 'fan3')],
      lines: `M0 72H16${coil(16, 58, 188, 28, 7).replace('M', 'M')}M204 72H220`,
    }),
    words: 'below',
  }),
  coolingTower: (w, h) => ({
    ...scaled(w, h, 100, 110, {
      outline: 'M14 30H86L100 110H0Z',
      parts: [fanPart(50, 16, 15, 'running'), { d: circle(80, 98, 8), input: 'pump' }],
      lines: 'M22 52L30 60L38 52L46 60L54 52L62 60L70 52L78 60M4 90H96M30 66v10M50 66v10M70 66v10',
    }),
    words: 'right',
  }),
  receiver: (w, h) => ({
    outline: box(0, 0, w, h, h / 2),
    level: { input: 'level', x: 0, y: 0, w, h, r: h / 2 },
    words: 'below',
  }),
  oilSeparator: (w, h) => ({
    ...scaled(w, h, 50, 84, {
      outline: box(1, 1, 48, 82, 22),
      lines: 'M2 56H48M25 18V46M18 38L25 48L32 38M10 66h6M22 70h6M34 66h6',
    }),
    words: 'right',
  }),
  filterDrier: (w, h) => ({
    ...scaled(w, h, 96, 32, {
      outline: box(0, 2, 60, 28),
      parts: [{ d: circle(80, 16, 14) }],
      lines: `M4 26L22 4M20 28L40 4M38 28L56 6M60 16H66M94 16H96${circle(80, 16, 6)}`,
    }),
    words: 'below',
  }),
  expansionValve: (w, h) => ({
    ...scaled(w, h, 28, 32, { parts: [{ d: bowTie(1, 1, 26, 30), input: 'opening' }] }),
    words: 'right',
  }),
  solenoidValve: (w, h) => ({
    ...scaled(w, h, 48, 32, {
      parts: [{ d: bowTie(1, 1, 26, 30), input: 'open' }],
      outline: box(32, 8, 15, 16),
      lines: 'M14 16H32M36 20L43 12',
    }),
    words: 'right',
  }),
  unitCooler: (w, h) => ({
    ...scaled(w, h, 120, 60, {
      outline: box(0, 0, 120, 60, 4),
      parts: [fanPart(92, 30, 20, 'running')],
      lines: `${coil(8, 18, 56, 24, 4)}M0 30H8`,
    }),
    words: 'below',
  }),
  displayCase: (w, h) => ({ outline: box(0, 0, w, h, 4), ...evaporator(w, h, 'fan'), words: 'inside' }),
  coldRoom: (w, h) => {
    const within = evaporator(w, h, 'fan');
    const doorHeight = Math.min(64, h * 0.4);
    return {
      outline: box(0, 0, w, h, 2),
      // The leaf stands in the wall while it is shut, and out of it while it is open.
      parts: [
        ...within.parts!,
        { d: box(w - 3, h - doorHeight - 60, 6, doorHeight), input: 'door', swing: { by: 32, x: w, y: h - 60 } },
      ],
      lines: `${within.lines}M4 4H${w - 4}V${h - 4}H4Z`,
      words: 'inside',
    };
  },

  fan: (w, h) => ({ ...scaled(w, h, 60, 60, { parts: [fanPart(30, 30, 29, 'running')] }), words: 'below' }),
  damper: (w, h) => ({
    ...scaled(w, h, 40, 40, {
      outline: box(1, 1, 38, 38),
      parts: [{ d: 'M18 5h4v30h-4Z', input: 'open', swing: { by: 90, x: 20, y: 20 } }],
      lines: circle(20, 20, 3),
    }),
    words: 'below',
  }),
  coolingCoil: (w, h) => ({
    ...scaled(w, h, 50, 90, {
      outline: box(1, 1, 48, 88),
      lines: 'M49 1L1 89M8 66h10M32 20h10',
      parts: [{ d: circle(38, 68, 7), input: 'open' }],
    }),
    words: 'below',
  }),
  heatingCoil: (w, h) => ({
    ...scaled(w, h, 50, 90, {
      outline: box(1, 1, 48, 88),
      lines: 'M49 1L1 89M8 66h10M13 61v10M32 20h10M37 15v10',
      parts: [{ d: circle(38, 68, 7), input: 'running' }],
    }),
    words: 'below',
  }),
  humidifier: (w, h) => ({
    ...scaled(w, h, 50, 90, {
      outline: box(1, 1, 48, 88),
      parts: [{ d: 'M25 50q14 18 0 26q-14-8 0-26Z', input: 'running' }],
      lines: 'M12 14l6 6M25 10v9M38 14l-6 6M14 34l5 5M25 31v8M36 34l-5 5',
    }),
    words: 'below',
  }),
  filter: (w, h) => ({
    ...scaled(w, h, 40, 90, {
      outline: box(1, 1, 38, 88),
      lines: 'M8 6L20 16L8 26L20 36L8 46L20 56L8 66L20 76L8 86M24 6L36 16L24 26L36 36L24 46L36 56L24 66L36 76L24 86',
    }),
    words: 'below',
  }),
  pump: (w, h) => ({
    ...scaled(w, h, 52, 52, { parts: [{ d: circle(26, 26, 25), input: 'running', marks: 'M14 5L50 26L14 47' }] }),
    words: 'below',
  }),
  plateExchanger: (w, h) => ({
    ...scaled(w, h, 64, 84, {
      outline: box(1, 1, 62, 82),
      lines: 'M12 6V78M22 6V78M32 6V78M42 6V78M52 6V78M1 17L12 6M1 67L12 78M63 67L52 78M63 17L52 6',
    }),
    words: 'right',
  }),
  threeWayValve: (w, h) => ({
    ...scaled(w, h, 44, 44, {
      parts: [
        { d: sideways(1, 9, 42, 26), input: 'open' },
        { d: 'M22 22L10 43H34Z', input: 'open' },
      ],
      lines: 'M22 22V4M14 4H30',
    }),
    words: 'right',
  }),
  chiller: (w, h) => ({
    ...scaled(w, h, 140, 84, {
      outline: box(0, 0, 140, 84, 4),
      parts: [{ d: circle(40, 42, 24), input: 'running', marks: 'M23 25L35 65M57 25L45 65' }],
      lines: `${box(82, 14, 44, 22, 10)}${box(82, 48, 44, 22, 10)}M64 42H82M90 25H118M90 59H118M126 25H140M126 59H140`,
    }),
    words: 'below',
  }),

  busbar: (w, h) => ({ outline: box(0, 0, w, h), words: 'none' }),
  breaker: (w, h) => ({
    ...scaled(w, h, 32, 52, {
      parts: [{ d: 'M14 12h4v26h-4Z', input: 'closed', swing: { by: 0, x: 16, y: 38 } }],
      lines: 'M16 0V12M16 38V52M11 7L21 17M21 7L11 17M12 38H20',
    }),
    words: 'right',
  }),
  transformer: (w, h) => ({
    ...scaled(w, h, 52, 84, {
      outline: circle(26, 29, 25),
      lines: `${circle(26, 55, 25)}M18 22L26 30L34 22M26 30V40M18 66L26 58L34 66`,
    }),
    words: 'right',
  }),
  meter: (w, h) => ({
    ...scaled(w, h, 52, 52, {
      outline: box(1, 1, 50, 50, 3),
      lines: 'M1 16H51M12 30l5 14l4-9l4 9l5-14M34 30V44M34 37H42M42 30V44',
    }),
    words: 'right',
  }),
  generator: (w, h) => ({
    ...scaled(w, h, 60, 60, {
      parts: [{ d: circle(30, 30, 29), input: 'running', marks: 'M41 21a13 13 0 1 0 0 18v-8h-9M20 50q5-7 10 0t10 0' }],
    }),
    words: 'right',
  }),
  ups: (w, h) => ({
    ...scaled(w, h, 88, 60, {
      outline: box(1, 1, 86, 58, 3),
      parts: [{ d: box(52, 18, 24, 24, 2), input: 'running', marks: 'M58 30H70M64 24V36' }],
      lines: 'M1 59L44 1M10 16H24M10 20h4M18 20h4M76 26h4v8h-4',
    }),
    words: 'right',
  }),
  changeover: (w, h) => ({
    ...scaled(w, h, 80, 64, {
      outline: box(1, 1, 78, 62, 3),
      parts: [
        { d: 'M14 16h5v24h-5Z', input: 'closedA' },
        { d: 'M61 16h5v24h-5Z', input: 'closedB' },
      ],
      lines: 'M16 1V16M64 1V16M16 40V50H64V40M40 50V63M28 28H52M28 28l5-4M28 28l5 4M52 28l-5-4M52 28l-5 4',
    }),
    words: 'right',
  }),

  barn: (w, h) => ({
    outline: `M0 24L${w / 2} 0L${w} 24V${h}H0Z`,
    lines: `M0 24H${w}M${w * 0.1} ${h - 12}H${w * 0.9}`,
    words: 'inside',
  }),
  tunnelFans: (w, h) => ({
    ...scaled(w, h, 60, 150, {
      outline: box(0, 0, 60, 150),
      parts: [fanPart(30, 27, 21, 'fan1'), fanPart(30, 75, 21, 'fan2'), fanPart(30, 123, 21, 'fan3')],
    }),
    words: 'right',
  }),
  airInlet: (w, h) => ({
    ...scaled(w, h, 32, 110, {
      outline: box(1, 1, 30, 108),
      parts: [
        { d: 'M5 44h22v5H5Z', input: 'open' },
        { d: 'M5 66h22v5H5Z', input: 'open' },
      ],
      lines: 'M6 20H26M6 92H26M20 15L26 20L20 25M20 87L26 92L20 97',
    }),
    words: 'right',
  }),
  coolingPad: (w, h) => ({
    ...scaled(w, h, 32, 130, {
      outline: box(1, 1, 30, 128),
      parts: [{ d: 'M16 106q9 11 0 17q-9-6 0-17Z', input: 'running' }],
      lines:
        'M1 22L31 8M1 38L31 24M1 54L31 40M1 70L31 56M1 86L31 72M1 100L31 88M1 8L31 22M1 24L31 38M1 40L31 54M1 56L31 70M1 72L31 86',
    }),
    words: 'right',
  }),
  heaterLine: (w, h) => ({
    ...scaled(w, h, 140, 36, {
      outline: box(0, 6, 140, 24, 12),
      parts: [{ d: circle(70, 18, 17), input: 'running', marks: 'M61 24q4-6 0-12M70 26q4-8 0-16M79 24q4-6 0-12' }],
      lines: 'M14 18H46M94 18H126',
    }),
    words: 'below',
  }),

  showcase: (w, h) => ({
    outline: box(0, 0, w, h, 2),
    parts: [{ d: box(w - 16, h - 62, 8, 34), input: 'door' }],
    lines: `M0 ${h - 22}H${w}M6 6H${w - 6}V${h - 22}M6 6V${h - 22}`,
    words: 'inside',
  }),
  hallZone: (w, h) => ({
    outline: box(0, 0, w, h),
    lines: `M0 14V0H14M${w - 14} 0H${w}V14M${w} ${h - 14}V${h}H${w - 14}M14 ${h}H0V${h - 14}M${w * 0.06} ${h - 10}H${w * 0.94}`,
    words: 'inside',
  }),
  crackGauge: (w, h) => ({
    ...scaled(w, h, 60, 60, {
      outline: box(1, 1, 58, 58),
      lines: 'M32 1L25 16L36 28L26 42L33 59M6 30H22M18 26L22 30L18 34M54 30H40M44 26L40 30L44 34',
    }),
    words: 'right',
  }),

  valueTag: (w, h) => ({ outline: box(0, 0, w, h, 4), words: 'tag' }),
  setpoint: (w, h) => ({
    outline: box(0, 0, w, h, 4),
    lines: `M${w - 22} ${h - 12}L${w - 15} ${h - 24}L${w - 8} ${h - 12}Z`,
    words: 'tag',
  }),
  stateWord: (w, h) => ({
    outline: box(0, 0, w, h, 4),
    parts: [{ d: circle(w - 16, h / 2, 7), input: 'state' }],
    words: 'tag',
  }),
  sparkline: (w, h) => ({ outline: box(0, 0, w, h, 4), words: 'tag' }),
  camera: (w, h) => ({
    ...scaled(w, h, 44, 44, { outline: box(1, 1, 42, 42, 6), lines: `${box(8, 14, 20, 16, 2)}M28 20L37 14V30L28 24` }),
    words: 'below',
  }),
  link: (w, h) => ({
    outline: box(0, 0, w, h, 6),
    lines: `M${w - 24} ${h / 2}H${w - 12}M${w - 17} ${h / 2 - 5}L${w - 12} ${h / 2}L${w - 17} ${h / 2 + 5}`,
    words: 'tag',
  }),
};

/** Paths that were drawn in one size, told in another. */
function scaled<Shape extends Omit<Drawing, 'words' | 'level'>>(
  w: number,
  h: number,
  baseW: number,
  baseH: number,
  shape: Shape,
): Shape {
  const [x, y] = [w / baseW, h / baseH];
  if (x === 1 && y === 1) return shape;
  const path = (d: string) => scaledPath(d, x, y);
  return {
    ...shape,
    ...(shape.outline ? { outline: path(shape.outline) } : {}),
    ...(shape.lines ? { lines: path(shape.lines) } : {}),
    ...(shape.parts
      ? {
          parts: shape.parts.map((part) => ({
            ...part,
            d: path(part.d),
            ...(part.marks ? { marks: path(part.marks) } : {}),
            ...(part.swing ? { swing: { by: part.swing.by, x: part.swing.x * x, y: part.swing.y * y } } : {}),
          })),
        }
      : {}),
  };
}

/** Which numbers of a command are across, down, or neither; the letters that the drawings above use. */
const axes: Readonly<Record<string, string>> = {
  M: 'xy',
  L: 'xy',
  H: 'x',
  V: 'y',
  Q: 'xyxy',
  T: 'xy',
  A: 'xy---xy',
  Z: '',
};

/** A path made wider by `x` and higher by `y`. */
export function scaledPath(d: string, x: number, y: number): string {
  return d.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_whole, letter: string, numbers: string) => {
    const kinds = axes[letter.toUpperCase()];
    if (kinds === undefined) throw new Error(`No symbol is drawn with ${letter}.`);
    const parts = numbers.match(/-?\d*\.?\d+/g) ?? [];
    return (
      letter +
      parts
        .map((part, index) => {
          const kind = kinds[index % kinds.length];
          return kind === 'x' ? round(Number(part) * x) : kind === 'y' ? round(Number(part) * y) : part;
        })
        .join(' ')
    );
  });
}
