import type { DeviceRow, PointValue, ShownNode } from '@watchpost/contract';
import { pointDataOf, symbolOf } from '@watchpost/contract';
import { memo } from 'react';
import { hollowShape } from '../devices/index.ts';
import { useBilingual } from '../lib/language.ts';
import { severityOf, severityShapes } from '../ui/index.ts';
import { barOf } from './barOf.ts';
import { boxOf } from './geometry.ts';
import { SymbolShape } from './SymbolShape.tsx';
import { boundPoints, factsOf, lookOf, looks, type PartState, partState } from './states.ts';
import { drawings } from './symbols/drawings.ts';
import { fitted, numberOf, twoLines, useWords } from './words.ts';

/** The last hours of a point, as a path in a square of one by one. */
export interface TrendPath {
  readonly d: string;
  readonly words: string;
}

export interface NodeViewProps {
  readonly node: ShownNode;
  readonly device: DeviceRow | undefined;
  /** Those that it is bound to, by id. */
  readonly points: ReadonlyMap<number, PointValue>;
  readonly now: number;
  readonly neverPoints?: ReadonlySet<number> | null | undefined;
  readonly trend?: TrendPath | undefined;
  readonly selected?: boolean;
}

const usual = { small: 14, text: 15, large: 25, row: 18 };
/** In a symbol so wide, drawing units, words are larger. */
const wide = 240;
const enlarged = { small: 17, text: 20, large: 36, row: 23 };

/** One symbol with its words, at its place. To a screen reader it is hidden: the link or button around it says all of it. */
export const NodeView = memo(function NodeView({
  node,
  device,
  points,
  now,
  neverPoints,
  trend,
  selected = false,
}: NodeViewProps) {
  const words = useWords();
  const inWords = useBilingual();
  const facts = factsOf(node, device, points, now, neverPoints);
  const look = lookOf(facts);
  const box = boxOf(node);
  const [w, h] = node.size;
  const spec = symbolOf(node.symbol);
  if (node.notVisible)
    return (
      <g aria-hidden className="dg-node dg-not-visible" transform={`translate(${box.x} ${box.y})`}>
        <rect width={box.w} height={box.h} rx={3} />
      </g>
    );
  const bound = boundPoints(node, points);
  const states: Record<string, PartState> = Object.fromEntries(
    bound.map(({ input, point }) => [input, partState(point, now)]),
  );
  const kind = drawings[node.symbol](w, h).words;
  const level = bound.find(({ input }) => input === 'level')?.point;
  const isUnknown = facts.data !== 'known' && facts.isBound;
  const severity = facts.level === null ? null : severityOf(facts.level);
  const title = words.title(node, device, points);
  const activity = words.activity(node, points, now);
  const note = ['on', 'off', 'normal', 'unbound'].includes(look)
    ? null
    : look === 'paused' || look === 'notShown'
      ? inWords(looks[look])
      : words.state(facts, look, now);
  const values = bound.filter(({ input }) => spec.inputs[input]?.kind === 'value' && input !== 'setpoint');
  const setpoint = bound.find(({ input }) => input === 'setpoint')?.point ?? null;

  return (
    <g aria-hidden className={`dg-node dg-look-${look}`} transform={`translate(${box.x} ${box.y})`}>
      <g
        transform={`translate(${box.w / 2} ${box.h / 2}) rotate(${node.turn}) scale(${node.flip ? -1 : 1} 1) translate(${-w / 2} ${-h / 2})`}
      >
        <SymbolShape
          symbol={node.symbol}
          w={w}
          h={h}
          states={states}
          level={level?.Value != null && pointDataOf(level, now) === 'known' ? level.Value / 100 : null}
        />
      </g>
      {isUnknown ? <rect className="dg-hatch" width={box.w} height={box.h} rx={3} fill="url(#dg-hatch)" /> : null}
      {selected ? <rect className="dg-chosen" x={-8} y={-8} width={box.w + 16} height={box.h + 16} rx={8} /> : null}
      <rect className="dg-frame" x={-3} y={-3} width={box.w + 6} height={box.h + 6} rx={5} />
      <NodeWords
        kind={kind}
        box={box}
        symbol={node.symbol}
        title={title}
        activity={activity}
        note={note}
        lines={values.map(({ input, point }) => ({
          key: input,
          name: inWords(spec.inputs[input]!),
          point,
          ...numberOf(point, now),
        }))}
        setpoint={setpoint && pointDataOf(setpoint, now) === 'known' ? setpoint.Value : null}
        trend={trend}
        now={now}
      />
      {severity ? (
        <path
          className={`dg-mark dg-mark-${severity}`}
          transform={`translate(${box.w - 8} ${-12})`}
          d={severityShapes[severity]}
        />
      ) : facts.notShown ? (
        <path
          className="dg-mark dg-mark-paused"
          transform={`translate(${box.w - 8} ${-12})`}
          d={hollowShape(facts.notShown.level)}
        />
      ) : facts.pausedBy ? (
        <path
          className="dg-mark dg-mark-paused"
          transform={`translate(${box.w - 8} ${-12})`}
          d={severityShapes.important}
        />
      ) : null}
      {facts.isManual ? (
        <g transform={`translate(${-6} ${-6})`} className="dg-manual">
          <rect width={16} height={16} rx={3} />
          <text x={8} y={12} textAnchor="middle">
            {inWords({ zh: '手', en: 'M' })}
          </text>
        </g>
      ) : null}
    </g>
  );
}, isSame);

/** The map of points is another one with every message: only those that it is bound to count. */
function isSame(a: NodeViewProps, b: NodeViewProps): boolean {
  return (
    a.node === b.node &&
    a.device === b.device &&
    a.now === b.now &&
    a.trend === b.trend &&
    a.selected === b.selected &&
    Object.values(a.node.bind).every((id) => a.points.get(id) === b.points.get(id))
  );
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly point: PointValue | null;
  readonly number: string;
  readonly unit: string;
}

function NodeWords({
  kind,
  box: { w, h },
  symbol,
  title,
  activity,
  note,
  lines,
  setpoint,
  trend,
  now,
}: {
  kind: 'inside' | 'right' | 'below' | 'tag' | 'none';
  box: { w: number; h: number };
  symbol: ShownNode['symbol'];
  title: string | null;
  activity: string | null;
  note: string | null;
  lines: readonly Line[];
  setpoint: number | null;
  trend: TrendPath | undefined;
  now: number;
}) {
  if (kind === 'none') return null;
  if (kind === 'tag')
    return <TagWords w={w} h={h} symbol={symbol} {...{ title, activity, note, lines, setpoint, trend, now }} />;
  if (kind === 'inside') {
    const [first, ...rest] = lines;
    const { small, text, large, row } = w >= wide ? enlarged : usual;
    const isCold = symbol === 'displayCase' || symbol === 'coldRoom';
    const inset = isCold ? w * 0.08 + 7 : 12;
    const room = w - inset - 6;
    const foot = isCold ? 56 : 22;
    const [title1, title2] = twoLines(title ?? '', room, text);
    let y = (symbol === 'barn' ? 30 : 6) + text;
    const said: React.ReactNode[] = [];
    const bar = first?.point && pointDataOf(first.point, now) === 'known' ? barOf(first.point, setpoint) : null;
    const hasBar = bar !== null && h > 120;
    for (const part of [title1, title2])
      if (part) {
        said.push(
          <text key={part} className="dg-title" x={inset} y={y} fontSize={text}>
            {part}
          </text>,
        );
        y += row;
      }
    if (first) {
      y += large - row + 6;
      said.push(
        <text key="value" className="dg-value" x={inset} y={y} fontSize={large}>
          {first.number}
          <tspan className="dg-unit" fontSize={small} dx={3}>
            {first.unit}
          </tspan>
        </text>,
      );
      y += row + 2;
    }
    const barTop = y - 4;
    const beside = room - (hasBar ? 21 : 0);
    const add = (key: string, className: string, words: string) => {
      if (y > h - foot) return;
      said.push(
        <text key={key} className={className} x={inset} y={y} fontSize={small}>
          {fitted(words, beside, small)}
        </text>,
      );
      y += row;
    };
    if (activity) add('activity', 'dg-words', activity);
    for (const part of note ? twoLines(note, beside, small) : []) if (part) add(part, 'dg-note', part);
    for (const line of rest) {
      const value = ` ${line.number}${line.unit ? ` ${line.unit}` : ''}`;
      // A name without its value says nothing: where both do not fit, the panel has them.
      const whole = `${line.name}${value}`;
      if (fitted(whole, beside, small) === whole) add(line.key, 'dg-meta', whole);
    }
    return (
      <g>
        {said}
        {bar && hasBar ? (
          <UprightBar x={w - 20} y={barTop - 6} h={Math.max(30, Math.min(110, h - foot - barTop))} bar={bar} />
        ) : null}
      </g>
    );
  }
  const { small, text } = usual;
  const right = kind === 'right';
  const x = right ? w + 10 : w / 2;
  const anchor = right ? 'start' : 'middle';
  const rows: React.ReactNode[] = [];
  if (title) rows.push(<tspan className="dg-title">{fitted(title, 150, text)}</tspan>);
  if (activity) rows.push(<tspan className="dg-words">{fitted(activity, 130, small)}</tspan>);
  for (const line of lines)
    rows.push(
      <>
        {lines.length > 1 || title ? (
          <tspan className="dg-meta">{lines.length > 1 ? `${line.name} ` : ''}</tspan>
        ) : null}
        <tspan className="dg-number">{line.number}</tspan>
        {line.unit ? <tspan className="dg-unit"> {line.unit}</tspan> : null}
      </>,
    );
  if (note) rows.push(<tspan className="dg-note">{fitted(note, 150, small)}</tspan>);
  const start = right ? Math.max(12, h / 2 - rows.length * 9 + 12) : h + 17;
  return (
    <g>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
        <text key={index} x={x} y={start + index * usual.row} textAnchor={anchor} fontSize={small}>
          {row}
        </text>
      ))}
    </g>
  );
}

function TagWords({
  w,
  h,
  symbol,
  title,
  activity,
  note,
  lines,
  setpoint,
  trend,
  now,
}: {
  w: number;
  h: number;
  symbol: ShownNode['symbol'];
  title: string | null;
  activity: string | null;
  note: string | null;
  lines: readonly Line[];
  setpoint: number | null;
  trend: TrendPath | undefined;
  now: number;
}) {
  const { small, text } = usual;
  const line = lines[0];
  const bar =
    line?.point && pointDataOf(line.point, now) === 'known' && symbol === 'valueTag'
      ? barOf(line.point, setpoint)
      : null;
  const word =
    symbol === 'link' ? null : symbol === 'stateWord' ? (activity ?? (note ? null : '–')) : (line?.number ?? null);
  return (
    <g>
      {title ? (
        <text
          className={symbol === 'link' ? 'dg-title' : 'dg-meta'}
          x={10}
          y={symbol === 'link' ? h / 2 + 4 : 17}
          fontSize={symbol === 'link' ? text : small}
        >
          {fitted(title, w - (symbol === 'valueTag' || symbol === 'sparkline' ? 16 : 40), small)}
        </text>
      ) : null}
      {word === null ? null : (
        <text className="dg-value" x={10} y={38} fontSize={symbol === 'stateWord' ? 15 : 19}>
          {symbol === 'stateWord' ? fitted(word, w - 40, 14) : word}
          {line?.unit ? (
            <tspan className="dg-unit" fontSize={small} dx={3}>
              {line.unit}
            </tspan>
          ) : null}
        </text>
      )}
      {bar ? <LyingBar x={10} y={h - 11} w={w - 20} bar={bar} /> : null}
      {note ? (
        <text className="dg-note" x={w - 8} y={word === null || word === '–' ? 37 : 17} textAnchor="end" fontSize={11}>
          {fitted(note, w - (word === null ? 18 : 40), 11)}
        </text>
      ) : null}
      {symbol === 'sparkline' && trend ? (
        <path
          className="dg-trend"
          transform={`translate(10 ${h - 32}) scale(${w - 20} 24)`}
          vectorEffect="non-scaling-stroke"
          d={trend.d}
        />
      ) : null}
    </g>
  );
}

type Bar = NonNullable<ReturnType<typeof barOf>>;

/** Low at the left: band, limits, the value as a triangle above, the setpoint as a hollow one below. */
function LyingBar({ x, y, w, bar }: { x: number; y: number; w: number; bar: Bar }) {
  return (
    <g transform={`translate(${x} ${y})`} className="dg-bar">
      <rect className="dg-bar-track" width={w} height={5} />
      <rect
        className="dg-bar-band"
        x={bar.band[0] * w}
        width={Math.max(0, (bar.band[1] - bar.band[0]) * w)}
        height={5}
      />
      {bar.ticks.map((tick) => (
        <path key={tick} className="dg-bar-tick" d={`M${tick * w} -2V7`} />
      ))}
      <path className="dg-bar-value" d={`M${bar.value * w} 4l-4 -7h8Z`} />
      {bar.setpoint === null ? null : <path className="dg-bar-setpoint" d={`M${bar.setpoint * w} 4l-3.5 5.5h7Z`} />}
    </g>
  );
}

/** Low at the foot. */
function UprightBar({ x, y, h, bar }: { x: number; y: number; h: number; bar: Bar }) {
  const at = (share: number) => h - share * h;
  return (
    <g transform={`translate(${x} ${y})`} className="dg-bar">
      <rect className="dg-bar-track" width={6} height={h} />
      <rect
        className="dg-bar-band"
        y={at(bar.band[1])}
        width={6}
        height={Math.max(0, (bar.band[1] - bar.band[0]) * h)}
      />
      {bar.ticks.map((tick) => (
        <path key={tick} className="dg-bar-tick" d={`M-2 ${at(tick)}H8`} />
      ))}
      <path className="dg-bar-value" d={`M3 ${at(bar.value)}l-7 -4v8Z`} />
      {bar.setpoint === null ? null : <path className="dg-bar-setpoint" d={`M6 ${at(bar.setpoint)}l6 -3.5v7Z`} />}
    </g>
  );
}
