import type { Samples } from '../sampleValues.ts';

/** As many points as a signature needs. */
const strokes = `M10 90${Array.from({ length: 24 }, (_, i) => ` L${20 + i * 10} ${80 + (i % 3) * 10}`).join('')}`;

export const samplesOfMaintenance: Samples = {
  addTeam: ({ userId }) => ({ body: { AreaList: ['East'], MemberList: [{ UserId: userId }] } }),
  editTeam: () => ({ body: { AreaList: ['East', 'South'] } }),
  setTeamStatus: ({ idleTeamId }) => ({ body: { TeamId: idleTeamId, Enabled: false } }),
  getTeamWork: ({ idleTeamId }) => ({ query: { teamId: idleTeamId } }),
  getMaintenanceTemplate: ({ maintenanceTemplateId }) => ({ query: { templateId: maintenanceTemplateId } }),
  editMaintenanceTemplate: ({ maintenanceTemplateId }) => ({
    body: {
      TemplateId: maintenanceTemplateId,
      GroupList: [{ GroupName: 'Outside', ItemList: [{ Name: 'Door closes', Content: 'yesNo' as const }] }],
    },
  }),
  publishMaintenanceTemplate: ({ draftTemplateId }) => ({ body: { TemplateId: draftTemplateId } }),
  copyMaintenanceTemplate: ({ maintenanceTemplateId }) => ({ body: { TemplateId: maintenanceTemplateId } }),
  deleteMaintenanceTemplate: ({ spareMaintenanceTemplateId }) => ({
    body: { TemplateId: spareMaintenanceTemplateId },
  }),
  previewMaintenanceTemplate: ({ maintenanceTemplateId }) => ({ body: { TemplateId: maintenanceTemplateId } }),
  downloadTemplatePreview: ({ maintenanceTemplateId }) => ({ query: { templateId: maintenanceTemplateId } }),
  saveServiceCalendar: ({ serviceCalendarId }) => ({
    body: {
      CalendarId: serviceCalendarId,
      WindowList: [{ Weekday: 1, From: '08:00', To: '18:00' }],
      HolidayList: ['2027-01-01'],
    },
  }),
  deleteServiceCalendar: ({ spareServiceCalendarId }) => ({ body: { CalendarId: spareServiceCalendarId } }),
  addContract: ({ freeTeamName, maintenanceTemplateId }) => ({
    body: {
      ContractNumber: `K ${freeTeamName}`,
      StartDate: '2026-01-01',
      EndDate: '2027-12-31',
      Cycle: 'quarter' as const,
      FirstDate: '2026-01-15',
      TemplateIdList: [maintenanceTemplateId],
    },
  }),
  editContract: ({ openContractId }) => ({ body: { ContractId: openContractId, PartyA: 'South' } }),
  signContract: ({ signableContractId, signableHash }) => ({
    body: { ContractId: signableContractId, Hash: signableHash },
  }),
  sendSignLink: ({ linkableContractId }) => ({
    body: { ContractId: linkableContractId, Mobile: '13911110001', Address: 'https://watchpost.example' },
  }),
  getSignPage: ({ signLink }) => ({ query: { Link: signLink } }),
  downloadSignDocument: ({ signLink }) => ({ query: { Link: signLink } }),
  sendSignCode: ({ signLink }) => ({ body: { Link: signLink } }),
  signByLink: ({ usableSignLink, usableSignHash, signCode }) => ({
    body: { Link: usableSignLink, Hash: usableSignHash, Code: signCode },
  }),
  downloadContract: ({ sealedContractId }) => ({ query: { contractId: sealedContractId } }),
  downloadContractSeal: ({ sealedContractId }) => ({ query: { contractId: sealedContractId } }),
  terminateContract: ({ endingContractId }) => ({ body: { ContractId: endingContractId } }),
  getMaintenanceOrder: ({ plannedOrderId }) => ({ query: { orderId: plannedOrderId } }),
  // The month of the orders in `maintenanceOf`.
  getMaintenanceCalendar: () => ({ body: { Month: '2026-11' } }),
  mergeOrders: ({ mergeableOrderIds }) => ({ body: { OrderIdList: mergeableOrderIds } }),
  getMaintenancePlanPage: ({ planContractId }) => ({ body: { ContractId: planContractId } }),
  getPlanChoices: ({ planContractId }) => ({ query: { contractId: planContractId } }),
  addMaintenancePlan: ({ planContractId, planDeviceId }) => ({
    body: {
      ...{ ContractId: planContractId, DeviceId: planDeviceId, PlanName: 'After a warning' },
      Kind: 'condition' as const,
    },
  }),
  editMaintenancePlan: ({ freeTeamName }) => ({ body: { PlanName: freeTeamName } }),
  downloadMaintenanceReport: ({ doneOrderId }) => ({ query: { orderId: doneOrderId } }),
  fillOrder: ({ startedOrderId }) => ({ body: { OrderId: startedOrderId } }),
  addOrderPhotos: ({ startedOrderId, fileUrl }) => ({ body: { OrderId: startedOrderId, UrlList: [fileUrl] } }),
  removeOrderPhoto: ({ startedOrderId, visitPhotoId }) => ({
    body: { OrderId: startedOrderId, PhotoId: visitPhotoId },
  }),
  signOrder: ({ signableOrderId }) => ({ body: { OrderId: signableOrderId, Role: 'store' as const, Path: strokes } }),
  assignOrders: ({ plannedOrderId }) => ({ body: { OrderIdList: [plannedOrderId] } }),
  moveOrder: ({ plannedOrderId }) => ({
    body: { OrderId: plannedOrderId, PlannedDate: '2899-01-01', Reason: 'The store is being rebuilt' },
  }),
  startOrder: ({ startableOrderId }) => ({ body: { OrderId: startableOrderId } }),
  saveAnswers: ({ startedOrderId, maintenanceTemplateId }) => ({
    body: {
      OrderId: startedOrderId,
      TemplateId: maintenanceTemplateId,
      AnswerList: [{ Group: 0, Item: 0, Text: 'yes' }],
    },
  }),
  finishOrder: ({ finishableOrderId }) => ({ body: { OrderId: finishableOrderId } }),
  confirmOrder: ({ doneOrderId }) => ({ body: { OrderId: doneOrderId, Reason: 'The store was closed' } }),
  skipOrder: ({ skippableOrderId }) => ({ body: { OrderId: skippableOrderId } }),
};
