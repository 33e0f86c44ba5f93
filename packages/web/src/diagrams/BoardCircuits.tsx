import type { GeneratedDiagramRow } from '@watchpost/contract';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { usePreference } from '../lib/preferences.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { DiagramPatterns, DrawnLines, DrawnNode, DrawnTexts } from './Drawing.tsx';
import './diagrams.css';
import { questionOf, useDoubts } from './GeneratedView.tsx';
import { diagramText } from './text.ts';
import { useLiveDiagram } from './useLiveDiagram.ts';

const isShut = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'number');
const nothing: readonly number[] = [];

/** The circuits of a project's racks on its board, each live on a card that leads to it and can be shut. */
export function BoardCircuits({ projectId }: { projectId: number }) {
  const rows = useCall('getGeneratedDiagramList', { query: { projectId } }, { staleTime: 60_000 });
  // A board that has its devices needs no word about circuits that cannot be read.
  const circuits = rows.data?.filter(({ Kind, DeviceCount }) => Kind === 'circuit' && DeviceCount > 1) ?? [];
  if (circuits.length === 0) return null;
  return (
    <div className="dg-board">
      {circuits.map((row) => (
        <CircuitCard key={row.Mtid} row={row} />
      ))}
    </div>
  );
}

function CircuitCard({ row }: { row: GeneratedDiagramRow }) {
  const t = useText(diagramText);
  const [shut, setShut] = usePreference<readonly number[]>('monitor.shutCircuits', nothing, isShut);
  const id = row.Mtid ?? 0;
  const isOpen = !shut.includes(id);
  return (
    <section className="dg-board-card" aria-label={row.DiagramName}>
      <header>
        <h2>
          <Link to={links.generatedDiagram(row.Kind, row.Mtid)}>{row.DiagramName}</Link>
        </h2>
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setShut(isOpen ? [...shut, id] : shut.filter((each) => each !== id))}
        >
          {isOpen ? t.hideCircuit : t.showCircuit}
        </Button>
      </header>
      {isOpen ? <LiveCircuit row={row} /> : null}
    </section>
  );
}

/** A diagram that follows from devices, live, as large as its card; leads to it. */
export function LiveCircuit({ row }: { row: GeneratedDiagramRow }) {
  const t = useText(diagramText);
  const found = useCall('getGeneratedDiagram', questionOf(row.ProjectId, { kind: row.Kind, mtid: row.Mtid }), {
    refetchInterval: 60_000,
  });
  const document = found.data?.Document;
  const { live, devices } = useLiveDiagram(row.ProjectId, document ?? { nodes: [] }, {
    enabled: document !== undefined,
  });
  const doubts = useDoubts(row, found.data?.UnsureCount ?? 0);
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (devices.error && !devices.data)
    return <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />;
  // Without an answer every symbol would say that it was never heard of.
  if (!document || !devices.data) return <Skeleton height={260} />;
  return (
    <>
      <div className="dg-board-drawing">
        <svg viewBox={`0 0 ${document.size.w} ${document.size.h}`} aria-hidden="true">
          <DiagramPatterns />
          <DrawnLines document={document} />
          <DrawnTexts texts={document.texts} />
          {document.nodes.map((node) => (
            <DrawnNode key={node.id} node={node} live={live} />
          ))}
        </svg>
        {/* Over the drawing and empty: its name says where it leads, not what stands in the drawing. */}
        <Link
          className="dg-board-open"
          to={links.generatedDiagram(row.Kind, row.Mtid)}
          aria-label={t.openCircuit(row.DiagramName)}
        />
      </div>
      {doubts ? <p className="dg-faint">{doubts}</p> : null}
    </>
  );
}
