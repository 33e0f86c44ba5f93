import type { DeviceRow, PointValue, ShownDocument, ShownNode } from '@watchpost/contract';
import { useMemo } from 'react';
import { useBilingual } from '../lib/language.ts';
import { type Point, placeOfEnd, route } from './geometry.ts';
import { LineView } from './LineView.tsx';
import { NodeView, type TrendPath } from './NodeView.tsx';

/** What symbols ask of the plant. */
export interface Live {
  readonly deviceOf: ReadonlyMap<number, DeviceRow>;
  readonly pointOf: ReadonlyMap<number, PointValue>;
  /** By point. */
  readonly trendOf: ReadonlyMap<number, TrendPath>;
  readonly now: number;
  /** A moment of the past is shown: nothing can be done about it. */
  readonly isPast: boolean;
  /** Points of devices of which nothing is kept from before the moment; null: the present is shown. */
  readonly neverPoints: ReadonlySet<number> | null;
}

/** The corners of each line of a document, by its id; those whose ends are gone are left out. */
export function useRoutes(document: Pick<ShownDocument, 'nodes' | 'lines'>): ReadonlyMap<string, readonly Point[]> {
  return useMemo(() => {
    const nodeOf = new Map(document.nodes.map((node) => [node.id, node]));
    return new Map(
      document.lines.flatMap((line): [string, readonly Point[]][] => {
        const from = placeOfEnd(line.from, nodeOf);
        const to = placeOfEnd(line.to, nodeOf);
        return from && to ? [[line.id, route(from, to, line.via)]] : [];
      }),
    );
  }, [document.nodes, document.lines]);
}

/** What a node shows of the plant, as the same objects while nothing of it changes. */
export function liveOf(node: ShownNode, { deviceOf, pointOf }: Pick<Live, 'deviceOf' | 'pointOf'>) {
  return {
    device: node.device === null ? undefined : deviceOf.get(node.device),
    points: pointOf,
  };
}

export function DrawnNode({ node, live, selected }: { node: ShownNode; live: Live; selected?: boolean }) {
  const { device, points } = liveOf(node, live);
  const trend = node.bind.value === undefined ? undefined : live.trendOf.get(node.bind.value);
  return (
    <NodeView
      node={node}
      device={device}
      points={points}
      now={live.now}
      neverPoints={live.neverPoints}
      trend={node.symbol === 'sparkline' ? trend : undefined}
      selected={selected === true}
    />
  );
}

export function DrawnTexts({ texts }: { texts: ShownDocument['texts'] }) {
  const inWords = useBilingual();
  return (
    <>
      {texts.map((each) => (
        <text key={each.id} className="dg-text" x={each.at[0]} y={each.at[1]} fontSize={each.size}>
          {inWords(each.text)}
        </text>
      ))}
    </>
  );
}

export function DrawnLines({ document, selected = null }: { document: ShownDocument; selected?: string | null }) {
  const routes = useRoutes(document);
  return (
    <>
      {document.lines.map((line) => {
        const corners = routes.get(line.id);
        return corners ? (
          <LineView key={line.id} line={line} corners={corners} selected={line.id === selected} />
        ) : null;
      })}
    </>
  );
}

/** What symbols of a drawing share. */
export const DiagramPatterns = () => (
  <defs>
    <pattern id="dg-hatch" width={7} height={7} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V7" className="dg-hatch-line" />
    </pattern>
  </defs>
);
