import type { AllCalls } from '@watchpost/contract';
import { accountHandlers } from './account/index.ts';
import {
  alarmExporters,
  alarmHandlers,
  alarmHealthHandlers,
  alarmProofHandlers,
  backTestHandlers,
  countByProject,
  healthExporter,
  moveToCompany as moveAlarms,
  proofExporter,
  strategyHandlers,
  strategyTemplateHandlers,
  whyHandlers,
} from './alarms/index.ts';
import { analysedDeviceExporter, analysedProjectExporter, analysisHandlers } from './analysis/index.ts';
import {
  assetContractExporter,
  assetExporter,
  assetHandlers,
  moveToCompany as moveAssets,
  stocktakeExporter,
} from './assets/index.ts';
import { cameraExporter, cameraHandlers, moveToCompany as moveCameras } from './cameras/index.ts';
import { commissioningHandlers, debugOrderExporter, openWork as openCommissioning } from './commissioning/index.ts';
import { complianceHandlers, moveToCompany as moveCertificates } from './compliance/index.ts';
import { addressForPeople } from './config.ts';
import { customerExporter, customerHandlers, moveToCompany as moveCustomers } from './customers/index.ts';
import { dashboardHandlers } from './dashboards/index.ts';
import { dataDownloadHandlers, pointHistoryExporter } from './dataDownload/index.ts';
import {
  createProjectStands,
  deviceExporter,
  deviceHandlers,
  devicePointExporter,
  insertDevices,
  linkDevices,
  lockDevices,
  moveToCompany as moveDevices,
  namesBeginning,
  unlinkDevices,
} from './devices/index.ts';
import { diagramHandlers } from './diagrams/index.ts';
import { displayHandlers } from './displays/index.ts';
import { type AnyExporter, downloadHandlers } from './downloads/index.ts';
import { energyHandlers, energyMonthExporter, energyProjectExporter } from './energy/index.ts';
import { eventNoticeHandlers } from './eventNotices/index.ts';
import { warningExporter, warningHandlers } from './faultWarnings/index.ts';
import { fileHandlers, moveToCompany as moveFiles } from './files/index.ts';
import { footfallHandlers } from './footfall/index.ts';
// Insides of gateways and people are not in their index, which says why.
import { createBadPoints } from './gateways/badPoints.ts';
import { gatewayHandlers } from './gateways/handlers.ts';
import { moveToCompany as moveGateways } from './gateways/index.ts';
import { gatewayExporter } from './gateways/list/handlers.ts';
import type { Ground } from './ground.ts';
import type { Handlers } from './handlers.ts';
import type { MoveToCompany, OpenWorkOf } from './handOver.ts';
import { historyHandlers } from './history/index.ts';
import { listHandlers } from './lists/index.ts';
import { logHandlers } from './logs/index.ts';
// Not in the index: downloads writes the log, and this stands on downloads.
import { operationExporter } from './logs/operationExporter.ts';
import {
  contractExporter,
  maintenanceHandlers,
  maintenanceOrderExporter,
  moveToCompany as moveMaintenance,
  openWork as openMaintenance,
} from './maintenance/index.ts';
import { mappingHandlers, moveToCompany as moveMappings } from './mapping/index.ts';
import { prepaidHandlers } from './meters/index.ts';
import {
  alarmViewer,
  moveToCompany as moveNotifications,
  notificationHandlers,
  pushDayExporter,
  pushStatisticsExporter,
  smsPushExporter,
} from './notifications/index.ts';
import type { Field } from './openField.ts';
import type { People } from './openPeople.ts';
import type { Providers } from './openProviders.ts';
import type { Stores } from './openStores.ts';
import { peopleHandlers } from './people/handlers.ts';
import { memberExporter } from './people/members/memberExporter.wire.ts';
import { moveToCompany as movePeople } from './people/projectPeople.store.ts';
import { moveToCompany as movePlans, planHandlers } from './plans/index.ts';
import { createPresentLive, moveToCompany as movePoints, pointExporter, pointHandlers } from './points/index.ts';
import { deletedProjectExporter, projectExporter, projectHandlers } from './projects/index.ts';
import { bootUnitExporter, moveToCompany as moveUnits, remoteBootHandlers } from './remoteBoot/index.ts';
import {
  moveToCompany as moveRepairs,
  openWork as openRepairs,
  repairExporter,
  repairHandlers,
  stickerHandlers,
} from './repair/index.ts';
import { reportHandlers } from './reports/index.ts';
import { moveToCompany as moveSchedules, schedulingHandlers } from './scheduling/index.ts';
import { securityEventExporter, securityEventHandlers } from './securityEvents/index.ts';
import type { Alarms } from './startAlarms.ts';
import { templateHandlers } from './templates/index.ts';
import { transportHandlers } from './transport/index.ts';
import { weatherExporter, weatherHandlers } from './weather/index.ts';
import { moveToCompany as moveWork, workMessageHandlers } from './work/index.ts';
import { workbenchHandlers } from './workbench/index.ts';
import { moveToCompany as moveWritings, writeExporter, writingHandlers } from './writing/index.ts';

/** What the server is made of; a domain's handlers take the parts they need. */
export interface Parts {
  readonly ground: Ground;
  readonly stores: Stores;
  readonly providers: Providers;
  readonly people: People;
  readonly alarming: Alarms;
  readonly field: Field;
  readonly exporters: readonly AnyExporter[];
}

/**
 * Every domain that keeps something under a company, for a project that goes to another one. First what is large, last what
 * readings wait for: the rows stay locked from here to the commit.
 */
const movesToCompany: readonly MoveToCompany[] = [
  moveNotifications,
  moveAlarms,
  moveWritings,
  movePeople,
  moveFiles,
  moveCameras,
  movePlans,
  moveSchedules,
  moveUnits,
  moveAssets,
  moveCustomers,
  moveMaintenance,
  moveRepairs,
  moveWork,
  moveCertificates,
  moveDevices,
  movePoints,
  moveGateways,
  moveMappings,
];

/** What keeps a project from going to another company. */
const openWork: readonly OpenWorkOf[] = [openRepairs, openMaintenance, openCommissioning];

const deviceWriter = { insertDevices, linkDevices, lockDevices, namesBeginning, unlinkDevices };

/** Every call's handler; one line a domain, alphabetical. */
export function allHandlers(parts: Parts): Handlers<AllCalls> {
  const { ground, stores, providers, people, alarming, field, exporters } = parts;
  const livePoints = { ...ground, ...stores, ...alarming };
  const standsOf = createProjectStands(livePoints);
  return {
    ...peopleHandlers({ ...ground, ...stores, ...providers, ...people }),
    ...accountHandlers({ ...ground, ...stores, ...providers, ...people }),
    ...alarmHandlers({ ...ground, ...stores, ...alarming }),
    ...alarmHealthHandlers({ ...ground, ...stores }),
    ...alarmProofHandlers(ground),
    ...analysisHandlers(ground),
    ...assetHandlers({ ...ground, ...stores, publicUrl: ground.config.publicUrl }),
    ...backTestHandlers({ ...ground, ...stores }),
    ...cameraHandlers({ ...ground, ...stores, ...providers, ...people }),
    ...commissioningHandlers({ ...ground, ...stores, ...alarming, secretKey: providers.secretKey }),
    ...complianceHandlers({
      ...ground,
      ...stores,
      ...providers,
      ...alarming,
      publicUrl: addressForPeople(ground.config),
    }),
    ...customerHandlers({ ...ground, ...stores }),
    ...dataDownloadHandlers({ ...ground, ...stores, ...alarming, exporters }),
    ...deviceHandlers(livePoints),
    ...downloadHandlers({ ...ground, ...stores, exporters }),
    ...energyHandlers({ ...ground, ...stores }),
    ...eventNoticeHandlers({ ...ground, ...alarming }),
    ...fileHandlers({ ...ground, ...stores, ...providers }),
    ...gatewayHandlers({
      ...ground,
      ...stores,
      ...providers,
      ...field,
      badPointsOf: createBadPoints({ ...ground, ...stores }),
      presentLive: createPresentLive(livePoints),
    }),
    ...historyHandlers({ ...ground, ...stores, ...alarming }),
    ...listHandlers(ground),
    ...logHandlers(ground),
    ...maintenanceHandlers({
      ...ground,
      ...stores,
      ...providers,
      ...people,
      ...alarming,
      publicUrl: ground.config.publicUrl,
    }),
    ...mappingHandlers({ ...ground, ...field }),
    ...prepaidHandlers({ ...ground, ...stores, ...field }),
    ...notificationHandlers({ ...ground, ...providers, ...alarming }),
    ...diagramHandlers(ground),
    ...dashboardHandlers(ground),
    ...displayHandlers({ ...ground, ...people, standsOf }),
    ...planHandlers({ ...ground, ...stores }),
    ...pointHandlers({ ...livePoints, ...field, deviceWriter }),
    ...strategyHandlers(ground),
    ...strategyTemplateHandlers(ground),
    ...projectHandlers({
      ...ground,
      ...stores,
      ...people,
      movesToCompany,
      openWork,
      standsOf,
      currentAlarms: (caller) => countByProject(alarmViewer(caller), ground.db),
    }),
    ...securityEventHandlers(ground),
    ...repairHandlers({ ...ground, ...stores, ...alarming }),
    ...stickerHandlers({ ...ground, ...stores, ...alarming, publicUrl: ground.config.publicUrl }),
    ...remoteBootHandlers({ ...ground, ...stores, ...providers, ...alarming, ...field }),
    ...reportHandlers({ ...ground, ...stores, ...alarming }),
    ...schedulingHandlers({ ...ground, ...stores, ...providers, ...field }),
    ...templateHandlers(ground),
    ...transportHandlers({
      ...livePoints,
      publicUrl: addressForPeople(ground.config),
      deviceWriter,
      presentLive: createPresentLive(livePoints),
    }),
    ...warningHandlers(ground),
    ...footfallHandlers({ ...ground, ...stores }),
    ...weatherHandlers({ ...ground, ...providers }),
    ...whyHandlers({ ...ground, ...stores }),
    ...workMessageHandlers(ground),
    ...workbenchHandlers({ ...ground, ...stores, ...field }),
    ...writingHandlers({ ...ground, ...stores, ...field }),
  };
}

/** Every list that can be exported in the background; one line each, alphabetical. */
export function allExporters({
  ground,
  stores,
  alarming,
}: Pick<Parts, 'ground' | 'stores' | 'alarming'>): AnyExporter[] {
  const livePoints = { ...ground, ...stores, ...alarming };
  return [
    ...alarmExporters(ground),
    analysedDeviceExporter(ground),
    analysedProjectExporter(ground),
    assetContractExporter(ground),
    assetExporter(ground),
    cameraExporter(ground),
    customerExporter(ground),
    bootUnitExporter(ground),
    debugOrderExporter(ground),
    deletedProjectExporter(ground),
    gatewayExporter(ground),
    healthExporter({ ...ground, ...stores }),
    deviceExporter(livePoints),
    devicePointExporter(livePoints),
    energyMonthExporter({ ...ground, ...stores }),
    energyProjectExporter({ ...ground, ...stores }),
    contractExporter(ground),
    maintenanceOrderExporter(ground),
    memberExporter(ground),
    operationExporter(ground),
    pointExporter(livePoints),
    proofExporter(ground),
    pointHistoryExporter(livePoints),
    projectExporter(ground),
    pushDayExporter(ground),
    pushStatisticsExporter(ground),
    securityEventExporter(ground),
    repairExporter(ground),
    smsPushExporter(ground),
    warningExporter(ground),
    stocktakeExporter({ ...ground, ...stores }),
    weatherExporter(ground),
    writeExporter(ground),
  ];
}
