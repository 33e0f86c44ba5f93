import { nextCount, type Samples } from '../sampleValues.ts';

export const samplesOfDisplays: Samples = {
  addDataScreen: ({ projectId, freeScreenName }) => ({
    body: {
      Name: freeScreenName,
      AllProjects: false,
      ProjectIdList: [projectId],
      StationList: ['overview' as const, 'alarms' as const],
      StationSeconds: 20,
    },
  }),
  editDataScreen: () => ({ body: { StationSeconds: 20 + (nextCount() % 100) + 1 } }),
  pairDisplay: ({ pairingCode }) => ({
    body: { Code: pairingCode, Language: 'en' as const, Sound: false, FromHour: 7, UntilHour: 20 },
  }),
  editDisplay: () => ({ body: { FromHour: 1 + (nextCount() % 22) } }),
  revokeDisplay: ({ spareDisplayId }) => ({ body: { DisplayIdList: [spareDisplayId] } }),
  takePairing: ({ pairingSecret }) => ({ body: { Secret: pairingSecret } }),
  getWallView: ({ wallToken }) => ({ body: { Token: wallToken } }),
  getWallNews: ({ wallToken }) => ({ body: { Token: wallToken } }),
};
