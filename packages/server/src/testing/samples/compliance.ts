import { image, type Samples } from '../sampleValues.ts';

export const samplesOfCompliance: Samples = {
  verifySeals: () => ({ body: { FromDay: '2026-02-01', UntilDay: '2026-02-28' } }),
  downloadProof: () => ({ query: { fromDay: '2026-02-01', untilDay: '2026-02-28' } }),
  assignProfile: ({ unsealedPointId }) => ({
    body: { Profile: 'haccp', PointIdList: [unsealedPointId], LowLimit: -25, HighLimit: '-15' },
  }),
  explainFindings: ({ openFindingId }) => ({
    body: { FindingIdList: [openFindingId], Cause: 'door', Disposition: 'hold' },
  }),
  confirmFindings: ({ explainedFindingId }) => ({ body: { FindingIdList: [explainedFindingId] } }),
  addCertificate: ({ freeCertificateNumber }) => ({
    body: { Number: freeCertificateNumber, DoneOn: '2026-01-10', ValidUntil: '2027-01-09', MaxError: 0.2 },
  }),
  keepCertificateFile: () => ({ files: [image()] }),
  addOwnProfile: ({ freeProfileName }) => ({
    body: {
      ...{ ProfileName: freeProfileName, BasedOn: 'gsp', SampleSeconds: 60, GapMinutes: 15, ExcursionMinutes: 2 },
      ...{ MaxError: 0.3, AnswerMinutes: '10', KeepYears: 6 },
    },
  }),
  changeOwnProfile: ({ ownProfileId, freeProfileName }) => ({
    body: {
      ...{ ProfileId: ownProfileId, Version: 1, ProfileName: `${freeProfileName} 2`, SampleSeconds: 120 },
      ...{ GapMinutes: 15, ExcursionMinutes: 2, MaxError: 0.3, AnswerMinutes: 10, KeepYears: 6 },
    },
  }),
  deleteOwnProfile: ({ spareOwnProfileId }) => ({ body: { ProfileIdList: [spareOwnProfileId] } }),
  makePack: () => ({ body: { Month: '2026-02', DeviceIdList: [], Language: 'en' } }),
  downloadPack: ({ draftPackId }) => ({ query: { packId: draftPackId } }),
  publishPack: ({ draftPackId }) => ({ body: { PackId: draftPackId } }),
  getSealedDocument: ({ certificateDocument }) => ({ query: { Document: certificateDocument } }),
};
