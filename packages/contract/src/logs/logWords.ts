import { accountLogWords } from '../account/logWords.ts';
import { alarmLogWords } from '../alarms/logWords.ts';
import { analysisLogWords } from '../analysis/logWords.ts';
import { assetLogWords } from '../assets/logWords.ts';
import type { Bilingual } from '../call.ts';
import { cameraLogWords } from '../cameras/logWords.ts';
import { commissioningLogWords } from '../commissioning/logWords.ts';
import { complianceLogWords } from '../compliance/logWords.ts';
import { customerLogWords } from '../customers/logWords.ts';
import { dashboardLogWords } from '../dashboards/logWords.ts';
import { dataDownloadLogWords } from '../dataDownload/logWords.ts';
import { deviceLogWords } from '../devices/logWords.ts';
import { diagramLogWords } from '../diagrams/logWords.ts';
import { displayLogWords } from '../displays/logWords.ts';
import { downloadLogWords } from '../downloads/logWords.ts';
import { energyLogWords } from '../energy/logWords.ts';
import { eventNoticeLogWords } from '../eventNotices/logWords.ts';
import { faultWarningLogWords } from '../faultWarnings/logWords.ts';
import { fileLogWords } from '../files/logWords.ts';
import { gatewayLogWords } from '../gateways/logWords.ts';
import { historyLogWords } from '../history/logWords.ts';
import { maintenanceLogWords } from '../maintenance/logWords.ts';
import { mappingLogWords } from '../mapping/logWords.ts';
import { prepaidLogWords } from '../meters/logWords.ts';
import { notificationLogWords } from '../notifications/logWords.ts';
import { peopleLogWords } from '../people/logWords.ts';
import { planLogWords } from '../plans/logWords.ts';
import { pointLogWords } from '../points/logWords.ts';
import { projectLogWords } from '../projects/logWords.ts';
import { remoteBootLogWords } from '../remoteBoot/logWords.ts';
import { repairLogWords } from '../repair/logWords.ts';
import { reportLogWords } from '../reports/logWords.ts';
import { schedulingLogWords } from '../scheduling/logWords.ts';
import { securityEventLogWords } from '../securityEvents/logWords.ts';
import { templateLogWords } from '../templates/logWords.ts';
import { transportLogWords } from '../transport/logWords.ts';
import { writingLogWords } from '../writing/logWords.ts';
import { commonLogFields } from './commonLogFields.ts';
import type { LogField } from './defineLogWords.ts';

/** One line a domain that writes to the operation log. */
export const logWordsOfDomains = [
  accountLogWords,
  alarmLogWords,
  cameraLogWords,
  dataDownloadLogWords,
  deviceLogWords,
  downloadLogWords,
  energyLogWords,
  eventNoticeLogWords,
  faultWarningLogWords,
  fileLogWords,
  gatewayLogWords,
  historyLogWords,
  mappingLogWords,
  notificationLogWords,
  prepaidLogWords,
  peopleLogWords,
  pointLogWords,
  diagramLogWords,
  dashboardLogWords,
  displayLogWords,
  planLogWords,
  projectLogWords,
  securityEventLogWords,
  repairLogWords,
  analysisLogWords,
  assetLogWords,
  commissioningLogWords,
  complianceLogWords,
  customerLogWords,
  maintenanceLogWords,
  remoteBootLogWords,
  reportLogWords,
  schedulingLogWords,
  templateLogWords,
  transportLogWords,
  writingLogWords,
] as const;

type KeyOfEach<Table> = Table extends unknown ? keyof Table & string : never;

/** What operations are about. */
export type SubjectKind = KeyOfEach<(typeof logWordsOfDomains)[number]['subjects']>;
export const subjectKinds = Object.fromEntries(
  logWordsOfDomains
    .flatMap(({ subjects }) => Object.entries<Bilingual>(subjects))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
) as Readonly<Record<SubjectKind, Bilingual>>;

/** What the fields in `Before` and `After` of an operation are called, and what their values mean. */
export const logFields: Readonly<Record<string, LogField>> = Object.assign(
  {},
  commonLogFields,
  ...logWordsOfDomains.map(({ fields }) => fields),
);
