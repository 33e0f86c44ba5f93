import { type CallName, calls } from '@watchpost/contract';
import { given } from '../platform/given.ts';
import { derivedSample, type Sample } from './derivedSample.ts';
import type { Ids } from './equippedCompany.ts';
import { samplesOfAccount } from './samples/account.ts';
import { samplesOfAlarms } from './samples/alarms.ts';
import { samplesOfAnalysis } from './samples/analysis.ts';
import { samplesOfAssets } from './samples/assets.ts';
import { samplesOfCameras } from './samples/cameras.ts';
import { samplesOfCommissioning } from './samples/commissioning.ts';
import { samplesOfCompliance } from './samples/compliance.ts';
import { samplesOfCustomers } from './samples/customers.ts';
import { samplesOfDashboards } from './samples/dashboards.ts';
import { samplesOfDataDownload } from './samples/dataDownload.ts';
import { samplesOfDevices } from './samples/devices.ts';
import { samplesOfDiagrams } from './samples/diagrams.ts';
import { samplesOfDisplays } from './samples/displays.ts';
import { samplesOfDownloads } from './samples/downloads.ts';
import { samplesOfEnergy } from './samples/energy.ts';
import { samplesOfEventNotices } from './samples/eventNotices.ts';
import { samplesOfFaultWarnings } from './samples/faultWarnings.ts';
import { samplesOfFiles } from './samples/files.ts';
import { samplesOfGateways } from './samples/gateways.ts';
import { samplesOfHistory } from './samples/history.ts';
import { samplesOfLists } from './samples/lists.ts';
import { samplesOfLogs } from './samples/logs.ts';
import { samplesOfMaintenance } from './samples/maintenance.ts';
import { samplesOfMapping } from './samples/mapping.ts';
import { samplesOfMeters } from './samples/meters.ts';
import { samplesOfNotifications } from './samples/notifications.ts';
import { samplesOfPeople } from './samples/people.ts';
import { samplesOfPlans } from './samples/plans.ts';
import { samplesOfPoints } from './samples/points.ts';
import { samplesOfProjects } from './samples/projects.ts';
import { samplesOfRemoteBoot } from './samples/remoteBoot.ts';
import { samplesOfRepair } from './samples/repair.ts';
import { samplesOfReports } from './samples/reports.ts';
import { samplesOfScheduling } from './samples/scheduling.ts';
import { samplesOfSecurityEvents } from './samples/securityEvents.ts';
import { samplesOfTemplates } from './samples/templates.ts';
import { samplesOfTransport } from './samples/transport.ts';
import { samplesOfWeather } from './samples/weather.ts';
import { samplesOfWorkbench } from './samples/workbench.ts';
import { samplesOfWriting } from './samples/writing.ts';
import type { Samples } from './sampleValues.ts';

/** One line a domain that has to say something. */
const byHand: Samples = {
  ...samplesOfAccount,
  ...samplesOfAlarms,
  ...samplesOfAnalysis,
  ...samplesOfAssets,
  ...samplesOfCameras,
  ...samplesOfCommissioning,
  ...samplesOfCompliance,
  ...samplesOfCustomers,
  ...samplesOfDashboards,
  ...samplesOfDataDownload,
  ...samplesOfDevices,
  ...samplesOfDiagrams,
  ...samplesOfDisplays,
  ...samplesOfDownloads,
  ...samplesOfEnergy,
  ...samplesOfEventNotices,
  ...samplesOfFaultWarnings,
  ...samplesOfFiles,
  ...samplesOfGateways,
  ...samplesOfHistory,
  ...samplesOfLists,
  ...samplesOfLogs,
  ...samplesOfMaintenance,
  ...samplesOfMapping,
  ...samplesOfMeters,
  ...samplesOfNotifications,
  ...samplesOfPeople,
  ...samplesOfPlans,
  ...samplesOfPoints,
  ...samplesOfProjects,
  ...samplesOfRemoteBoot,
  ...samplesOfRepair,
  ...samplesOfReports,
  ...samplesOfScheduling,
  ...samplesOfSecurityEvents,
  ...samplesOfTemplates,
  ...samplesOfTransport,
  ...samplesOfWeather,
  ...samplesOfWorkbench,
  ...samplesOfWriting,
};

/**
 * One good question for every call, naming as much as it can: what its schema says (`derivedSample`), and over it, field by field,
 * what is said by hand in `samples/` (undefined: not named after all). The access matrix and the test of bad input ask it of everybody.
 */
export const sampleInputs = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map((name) => [name, (ids: Ids) => sampleOf(name, ids)]),
) as Readonly<Record<CallName, (ids: Ids) => Sample>>;

function sampleOf(name: CallName, ids: Ids): Sample {
  const derived = derivedSample(name, ids);
  const { query, body, files }: Sample = byHand[name]?.(ids) ?? {};
  const over = (part: unknown, said: unknown) =>
    said === undefined || Array.isArray(said) ? (said ?? part) : given({ ...(part as object), ...said });
  return { ...derived, query: over(derived.query, query), body: over(derived.body, body), files };
}
