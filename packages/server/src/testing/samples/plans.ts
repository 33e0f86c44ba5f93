import type { Samples } from '../sampleValues.ts';

export const samplesOfPlans: Samples = {
  addPlan: ({ projectId, baseMapId }) => ({
    body: { LocationId: projectId, PlanName: `Ground floor ${baseMapId}`, BaseMap: baseMapId, MetresWide: '42.5' },
  }),
  editPlan: ({ projectId, baseMapId }) => ({ body: { LocationId: projectId, BaseMap: baseMapId, MetresWide: 12.5 } }),
  savePlanContent: ({ deviceId }) => ({
    body: {
      ItemList: [{ Mtid: deviceId, PointId: null, X: 0.25, Y: 0.75 }],
      ZoneList: [
        {
          ZoneName: 'Dock',
          Corners: [
            [0, 0],
            [0.5, 0],
            [0.5, 1],
          ] as [number, number][],
        },
      ],
    },
  }),
};
