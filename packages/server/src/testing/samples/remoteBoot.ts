import type { Samples } from '../sampleValues.ts';

const installed = {
  HorizontalLength: 18.5,
  GasClimb: 3,
  LiquidClimb: 0,
  GasDiameter: 22,
  RiserDiameter: 19,
  LiquidDiameter: 12,
  OilType: 'POE',
};

export const samplesOfRemoteBoot: Samples = {
  addPipeStandard: ({ freeUnitNumber }) => ({
    body: { Model: freeUnitNumber, MaxPipeLength: '50', GasMaxClimb: 15, LiquidMaxClimb: 10.5 },
  }),
  editPipeStandard: ({ pipeStandardId }) => ({ body: { StandardId: pipeStandardId, MaxPipeLength: 45.25 } }),
  deletePipeStandard: ({ sparePipeStandardId }) => ({ body: { StandardIdList: [sparePipeStandardId] } }),
  addCaliberStandard: ({ freeUnitNumber }) => ({
    body: {
      Model: freeUnitNumber,
      LengthFrom: 0,
      LengthTo: 25,
      ClimbFrom: 0,
      ClimbTo: 5,
      GasDiameter: 22,
      RiserDiameter: 19.05,
      LiquidDiameter: 12,
    },
  }),
  editCaliberStandard: ({ caliberStandardId }) => ({ body: { StandardId: caliberStandardId, RiserDiameter: 22 } }),
  deleteCaliberStandard: ({ spareCaliberStandardId }) => ({ body: { StandardIdList: [spareCaliberStandardId] } }),
  addBootUnit: ({ projectId }) => ({ body: { ContractNumber: 'K-26', ProjectId: projectId, Position: 'Roof' } }),
  editBootUnit: ({ bootUnitId }) => ({ body: { UnitId: bootUnitId, Position: 'Yard' } }),
  checkInstall: ({ bootUnitId }) => ({ body: { UnitId: bootUnitId, ...installed } }),
  submitInstall: ({ bootUnitId, installPhotos }) => ({
    body: { UnitId: bootUnitId, ...installed, PhotoList: installPhotos },
  }),
  approveInstall: ({ conformingUnitId, waitingUnitEpoch }) => ({
    body: { UnitId: conformingUnitId, UpdateEpoch: waitingUnitEpoch },
  }),
  rejectInstall: ({ rejectableUnitId, waitingUnitEpoch }) => ({
    body: { UnitId: rejectableUnitId, UpdateEpoch: waitingUnitEpoch },
  }),
  showUnitKey: ({ keyUnitId }) => ({ body: { UnitId: keyUnitId } }),
  renewUnitKey: ({ conformingUnitId }) => ({ body: { UnitId: conformingUnitId } }),
  relockUnit: ({ lockedAgainUnitId }) => ({ body: { UnitId: lockedAgainUnitId } }),
  batchImportBootUnit: ({ unitSheet }) => ({ query: { isDryRun: false }, files: [unitSheet] }),
  correctImportBootUnit: ({ unitSheet }) => ({ files: [unitSheet] }),
  getBootCourse: ({ releasedUnitId }) => ({ query: { unitId: releasedUnitId } }),
  sendBoot: ({ unlockableUnitId }) => ({ body: { UnitId: unlockableUnitId } }),
  reportBoot: ({ startingUnitId }) => ({ body: { UnitId: startingUnitId, Started: false, Note: 'Wrong digits' } }),
  getBootPasswordPage: ({ releasedUnitId }) => ({ body: { UnitIdList: [releasedUnitId] } }),
  issueBootPassword: ({ releasedUnitId }) => ({ body: { UnitId: releasedUnitId } }),
  revealBootPassword: ({ shownUnitId }) => ({ body: { UnitId: shownUnitId } }),
  revokeBootPassword: ({ bootPasswordId }) => ({ body: { PasswordId: bootPasswordId } }),
};
