import { links } from './links.ts';
import { useCall } from './useCall.ts';
import { useMayIn } from './useMayIn.ts';

/** A floor plan or diagram on which a device stands. */
export interface Drawing {
  readonly kind: 'plan' | 'diagram';
  readonly name: string;
  readonly path: string;
}

/**
 * On what a device stands: floor plans, then drawn diagrams, then those of its class, then circuits. Empty for who may not monitor
 * the project.
 *
 * @param onlyFirst diagrams are asked for only where it stands on no plan
 */
export function useDrawingsOf(projectId: number, deviceId: number, onlyFirst = false): readonly Drawing[] {
  // The device may be of another project than the one that is open.
  const mayMonitor = useMayIn(projectId, 'monitorView', 'monitorEdit');
  const question = mayMonitor ? { query: { projectId, modelTreeId: deviceId } } : null;
  const plans = useCall('getPlanList', question, { scope: 'company' }).data;
  const further = onlyFirst && plans?.length !== 0 ? null : question;
  const diagrams = useCall('getDiagramList', further, { scope: 'company' }).data;
  const generated = useCall('getGeneratedDiagramList', further, { scope: 'company' }).data;
  return [
    ...(plans ?? []).map(
      ({ PlanId, PlanName }): Drawing => ({ kind: 'plan', name: PlanName, path: links.plan(PlanId) }),
    ),
    ...(diagrams ?? [])
      .toSorted((a, b) => Number(a.SmallTypeCode !== null) - Number(b.SmallTypeCode !== null))
      .map(
        ({ DiagramId, DiagramName, SmallTypeCode }): Drawing => ({
          kind: 'diagram',
          name: DiagramName,
          path: SmallTypeCode === null ? links.diagram(DiagramId) : links.deviceOnDiagram(DiagramId, deviceId),
        }),
      ),
    ...(generated ?? []).map(
      ({ Kind, Mtid, DiagramName }): Drawing => ({
        kind: 'diagram',
        name: DiagramName,
        path: links.generatedDiagram(Kind, Mtid),
      }),
    ),
  ];
}
