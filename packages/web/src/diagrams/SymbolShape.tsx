import type { SymbolCode } from '@watchpost/contract';
import { memo } from 'react';
import type { PartState } from './states.ts';
import { drawings } from './symbols/drawings.ts';

/** A symbol without words, from 0/0 on; colours come by class, so that both themes have their own. */
export const SymbolShape = memo(function SymbolShape({
  symbol,
  w,
  h,
  states,
  level = null,
}: {
  symbol: SymbolCode;
  w: number;
  h: number;
  /** By input; what is missing is not bound. */
  states: Readonly<Record<string, PartState>>;
  /** How full a tank is, 0 to 1; null: not known. */
  level?: number | null;
}) {
  const { outline, parts = [], lines, level: tank } = drawings[symbol](w, h);
  return (
    <g className="sym">
      {outline ? <path className="sym-outline" d={outline} /> : null}
      {tank && level !== null ? <path className="sym-level" d={tankFill(tank, level)} /> : null}
      {parts.map((part, index) => {
        const state = part.input === undefined ? 'plain' : (states[part.input] ?? 'unbound');
        const { swing } = part;
        const turn = swing && state === 'on' ? `rotate(${swing.by} ${swing.x} ${swing.y})` : undefined;
        const shut = swing && swing.by === 0 && state !== 'on' ? `rotate(28 ${swing.x} ${swing.y})` : turn;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a symbol are always the same
          <g key={index} className={`sym-${state}`} transform={shut}>
            <path className="sym-part" d={part.d} />
            {part.marks ? <path className="sym-marks" d={part.marks} /> : null}
          </g>
        );
      })}
      {lines ? <path className="sym-lines" d={lines} /> : null}
    </g>
  );
});

/** The lower part of a lying tank with round ends. */
function tankFill({ x, y, w, h, r }: { x: number; y: number; w: number; h: number; r: number }, share: number): string {
  const filled = Math.min(1, Math.max(0, share)) * h;
  const top = y + h - filled;
  // Where the surface meets the round ends.
  const inset = r - Math.sqrt(Math.max(0, r * r - (r - filled) ** 2));
  return `M${x + inset} ${top}H${x + w - inset}A${r} ${r} 0 0 1 ${x + w - r} ${y + h}H${x + r}A${r} ${r} 0 0 1 ${x + inset} ${top}Z`;
}
