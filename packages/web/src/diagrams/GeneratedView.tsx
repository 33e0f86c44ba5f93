import type { GeneratedDiagram, GeneratedDiagramRow, GeneratedKind } from '@watchpost/contract';
import { Alert, Button } from 'antd';
import { useText } from '../lib/defineText.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ErrorState, PageSkeleton, useNotify, useSave } from '../ui/index.ts';
import { callsAboutDiagrams } from './callsAboutDiagrams.ts';
import { diagramText } from './text.ts';
import { Viewer } from './Viewer.tsx';

/** A colleague who connects a device or accepts a role is followed this soon. */
const readAgainMs = 60_000;

/** Which diagram that follows from devices is meant. */
export interface GeneratedId {
  readonly kind: GeneratedKind;
  readonly mtid: number | null;
}

export const questionOf = (projectId: number, { kind, mtid }: GeneratedId) => ({
  query: { projectId, kind, ...(mtid === null ? {} : { mtid }) },
});

/** What should be known of a diagram before it is believed; null: nothing. */
export function useDoubts({ Kind, DeviceCount, IsAssumed }: GeneratedDiagramRow, unsure: number): string | null {
  const t = useText(diagramText);
  const doubts = [
    IsAssumed ? (Kind === 'singleLine' ? t.assumedMeters : t.assumed) : '',
    Kind !== 'singleLine' && DeviceCount === 1 ? t.nothingServed : '',
    unsure > 0 ? t.unsure(unsure) : '',
  ].filter(Boolean);
  return doubts.length > 0 ? doubts.join(' ') : null;
}

/** A diagram that nobody drew, with what is doubtful of it. */
export function GeneratedView({
  projectId,
  id,
  onRoles,
  onKept,
}: {
  projectId: number;
  id: GeneratedId;
  onRoles: () => void;
  /** It was kept as a diagram of its own. */
  onKept: (diagramId: number) => void;
}) {
  const found = useCall('getGeneratedDiagram', questionOf(projectId, id), { refetchInterval: readAgainMs });
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return found.data ? <Shown diagram={found.data} onRoles={onRoles} onKept={onKept} /> : <PageSkeleton cards={1} />;
}

function Shown({
  diagram,
  onRoles,
  onKept,
}: {
  diagram: GeneratedDiagram;
  onRoles: () => void;
  onKept: (diagramId: number) => void;
}) {
  const t = useText(diagramText);
  const notify = useNotify();
  const mayEdit = useMay('diagramEdit');
  const doubts = useDoubts(diagram, diagram.UnsureCount);
  const save = useSave(callsAboutDiagrams);
  const keep = () =>
    save(
      'addDiagram',
      {
        body: {
          ProjectId: diagram.ProjectId,
          DiagramName: diagram.DiagramName.slice(0, 50),
          Document: diagram.Document,
        },
      },
      t.kept,
    ).then(({ DiagramId }) => onKept(DiagramId), notify.failure);
  return (
    <>
      {doubts ? (
        <Alert
          type="info"
          title={doubts}
          action={
            <Button size="small" onClick={onRoles}>
              {t.rolesAndConnections}
            </Button>
          }
        />
      ) : null}
      <Viewer diagram={diagram} />
      {mayEdit ? (
        <div className="dg-tools">
          <Button onClick={() => void keep()}>{t.keepCopy}</Button>
        </div>
      ) : null}
    </>
  );
}
