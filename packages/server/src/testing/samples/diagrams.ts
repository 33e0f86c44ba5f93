import { emptyDiagram } from '@watchpost/contract';
import type { Samples } from '../sampleValues.ts';

export const samplesOfDiagrams: Samples = {
  getGeneratedDiagramList: ({ workshopId }) => ({ query: { projectId: workshopId, modelTreeId: undefined } }),
  getGeneratedDiagram: ({ workshopId, rackId }) => ({ query: { projectId: workshopId, mtid: rackId } }),
  addDiagram: ({ deviceId, diagramId }) => ({
    body: {
      DiagramName: `Circuit ${diagramId}`,
      Document: {
        ...emptyDiagram(),
        nodes: [
          {
            id: 'fan',
            symbol: 'fan' as const,
            at: [20, 20],
            size: [60, 60],
            turn: 0 as const,
            device: deviceId,
            bind: {},
          },
        ],
      },
    },
  }),
  copyDiagram: ({ diagramId }) => ({ body: { DiagramName: `Copy of ${diagramId}` } }),
  editDiagram: () => ({ body: { DiagramNameEn: 'Machine room' } }),
  saveDiagram: ({ deviceId }) => ({
    body: {
      Note: 'A text more',
      Document: {
        ...emptyDiagram(),
        nodes: [
          {
            id: 'fan',
            symbol: 'fan' as const,
            at: [40, 20],
            size: [60, 60],
            turn: 90 as const,
            device: deviceId,
            bind: {},
          },
        ],
        texts: [{ id: 'title', at: [0, 0], text: { zh: '机房', en: 'Machine room' }, size: 14 as const }],
      },
    },
  }),
  restoreDiagram: ({ restorableDiagramId }) => ({ body: { DiagramId: restorableDiagramId, BaseVersion: 2 } }),
};
