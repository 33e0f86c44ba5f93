import { Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, Skeleton } from '../ui/index.ts';
import { LiveCircuit } from './BoardCircuits.tsx';
import { diagramText } from './text.ts';

/** One of the diagrams of a project that follow from its devices, live and as large as a card; leads to it. */
export function ProjectDiagram({
  projectId,
  chosen,
  onChoose,
}: {
  projectId: number;
  /** Kind and device; null: the first one. */
  chosen: string | null;
  onChoose: (key: string) => void;
}) {
  const t = useText(diagramText);
  const rows = useCall('getGeneratedDiagramList', { query: { projectId } }, { staleTime: 60_000 });
  if (rows.error && !rows.data) return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return <Skeleton height={200} />;
  const keyOf = ({ Kind, Mtid }: (typeof rows.data)[number]) => `${Kind} ${Mtid ?? ''}`;
  const row = rows.data.find((each) => keyOf(each) === chosen) ?? rows.data[0];
  if (!row) return <p className="dg-faint">{t.nothingToDraw}</p>;
  return (
    <>
      {rows.data.length > 1 ? (
        <Select
          aria-label={t.diagram}
          style={{ width: '100%', marginBlock: 8 }}
          value={keyOf(row)}
          onChange={onChoose}
          options={rows.data.map((each) => ({ value: keyOf(each), label: each.DiagramName }))}
        />
      ) : null}
      <LiveCircuit key={keyOf(row)} row={row} />
    </>
  );
}
