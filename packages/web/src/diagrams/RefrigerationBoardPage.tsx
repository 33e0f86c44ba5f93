import { lazy, Suspense } from 'react';
import { MonitorBoardPage } from '../devices/index.ts';
import type { PageProps } from '../lib/page.ts';
import { useProject } from '../lib/session.ts';

// What draws circuits is as large as the board: the devices do not wait for it.
const BoardCircuits = lazy(() => import('./BoardCircuits.tsx').then((m) => ({ default: m.BoardCircuits })));

/** The board of refrigeration: the circuits of the racks above the devices. Route /monitor/cold. */
export function RefrigerationBoardPage(props: PageProps) {
  const { ProjectId } = useProject();
  return (
    <MonitorBoardPage
      {...props}
      above={
        <Suspense fallback={null}>
          <BoardCircuits key={ProjectId} projectId={ProjectId} />
        </Suspense>
      }
    />
  );
}
