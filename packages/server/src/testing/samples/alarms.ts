import type { Ids } from '../equippedCompany.ts';
import { local, type Samples } from '../sampleValues.ts';

/** Every filter of the alarm lists, with which the sample alarms are found. */
const alarmsWith = ({ projectId, deviceId, areaId }: Ids) => ({
  ProjectId: projectId,
  Cstime: local(Date.now() - 86_400_000),
  Cetime: local(Date.now() + 60_000),
  Mtid: deviceId,
  MtName: undefined,
  Area: [areaId],
  subareaList: [projectId],
  Level: [1, 2],
  AlarmClass: ['limit'] as ['limit'],
  Type: 'point' as const,
  IsRepair: false,
  DurationMin: 0,
  SortType: 'time' as const,
  IsAsc: true,
  PageIndex: 1,
  PageSize: 20,
});

const handlingOf = {
  FollowUp: 'observing' as const,
  Comment: 'Looked at it',
  Measures: 'Fan freed',
  AnalysisResult: 'Ice',
};

export const samplesOfAlarms: Samples = {
  addAlarmComment: ({ alarmId }) => ({ body: { Id: alarmId } }),
  updateMaintenanceWindow: () => ({ body: { Reason: 'Later than planned' } }),
  addMaintenanceWindow: ({ deviceId }) => ({
    body: {
      DeviceId: deviceId,
      StartTime: local(Date.now() + 86_400_000),
      EndTime: local(Date.now() + 10 * 86_400_000),
      Weekly: { Weekdays: [1, 7], From: '22:00', Until: '06:00' },
    },
  }),
  batchConfirmAlarm: ({ alarmId }) => ({ body: { AlarmList: [{ Id: alarmId, Level: 1 }] } }),
  batchHandleAlarm: ({ confirmedAlarmId }) => ({ body: { IdList: [confirmedAlarmId], ...handlingOf } }),
  downloadAlarmClear: (ids) => ({ body: alarmsWith(ids) }),
  exportAlarm: (ids) => ({ body: alarmsWith(ids) }),
  exportAlarmAct: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmAct: ({ areaId }) => ({
    query: { status: 0 },
    body: {
      Cstime: local(Date.now() - 86_400_000),
      Cetime: local(Date.now()),
      Acontent: 'a',
      Level: [1, 2, 3, 4],
      Area: [areaId],
      IsAck: false,
    },
  }),
  getAlarmActScreen: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmClear: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmClearScreen: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmHealth: () => ({ body: { Operators: 1 } }),
  getAlarmHidden: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmPendingSolve: (ids) => ({ body: alarmsWith(ids) }),
  getAlarmShelfPage: ({ projectId, areaId }) => ({ body: { subareaList: [projectId, areaId], IsOver: false } }),
  getAlarmMessageByUserId: ({ projectId, areaId }) => ({ query: { subareaIdList: `${projectId},${areaId}` } }),
  setOutOfService: ({ deviceId }) => ({
    body: { DeviceId: deviceId, ReviewDate: local(Date.now() + 86_400_000).slice(0, 10) },
  }),
  shelveAlarm: ({ alarmId }) => ({ body: { IdList: [alarmId], Minutes: 60 } }),
  upDetail: ({ confirmedAlarmId }) => ({
    body: { Id: confirmedAlarmId, ...handlingOf },
  }),
  updateStatus: ({ alarmId }) => ({ query: { id: alarmId } }),
  addOrUpdateStrategyTemplate: ({ strategyTemplateId }) => ({
    body: { TemplateId: strategyTemplateId, Remarks: 'Checked in spring' },
  }),
  applyStrategyTemplate: ({ deviceId, strategyTemplateId }) => ({
    body: { TemplateId: strategyTemplateId, ModelTreeIdList: [deviceId], IsEach: true, Enabled: false },
  }),
  deleteStrategyTemplate: ({ spareStrategyTemplateId }) => ({ body: { TemplateIdList: [spareStrategyTemplateId] } }),
  getStrategyTemplatePage: ({ strategyTemplateId }) => ({
    body: { TemplateIdList: [strategyTemplateId], TemplateName: undefined, PointTypeIdList: undefined },
  }),
  getAlarmStrategyPage: () => ({
    body: {
      ...{ Enabled: true, StrategyName: undefined, SmallTypeIdList: undefined, PointTypeIdList: undefined },
      ...{ UserIdList: undefined, ModelTreeIdList: undefined },
    },
  }),
  getAlarmStrategyPoints: () => ({
    body: {
      ...{ Text: undefined, SmallTypeIdList: undefined, PointTypeIdList: undefined, LocationIdList: undefined },
      ...{ ModelTreeIdList: undefined, PointIdList: undefined },
    },
  }),
  addAlarmStrategy: ({ pointId, userId }) => ({
    body: {
      RuleList: [
        {
          Definition: {
            kind: 'limit' as const,
            bands: { high: { limit: 99_000, severity: 3 as const } },
            deadband: 1,
            onDelaySeconds: 600,
            offDelaySeconds: 60,
          },
        },
      ],
      PointIdList: [pointId],
      ContactList: [{ UserId: userId, LevelList: [1, 2], ChannelList: ['email' as const] }],
    },
  }),
  updateAlarmStrategy: () => ({ body: { Remarks: 'Seen by the night shift' } }),
  enableAlarmStrategy: () => ({ body: { Enabled: false } }),
  copyAlarmStrategy: () => ({ body: { StrategyName: 'Too warm, too' } }),
  assignAlarmStrategy: ({ classId }) => ({ body: { SmallTypeIdList: [classId] } }),
  checkAlarmReferences: () => ({
    body: { RuleList: [{ kind: 'badQuality', severity: 3, onDelaySeconds: 0, offDelaySeconds: 0 }] },
  }),
  checkAlarmDelays: () => ({
    body: {
      RuleList: [
        {
          kind: 'limit',
          bands: { high: { limit: 80_000, severity: 3 } },
          deadband: 1,
          onDelaySeconds: 600,
          offDelaySeconds: 0,
        },
      ],
    },
  }),
  setAlarmStrategyOverride: ({ deviceId }) => ({
    body: {
      ModelTreeId: deviceId,
      Definition: {
        kind: 'limit' as const,
        bands: { high: { limit: 80_000, severity: 3 as const } },
        deadband: 1,
        onDelaySeconds: 0,
        offDelaySeconds: 0,
      },
    },
  }),
  previewAlarmStrategy: () => ({ body: { Enabled: false } }),
  backTestAlarmRules: () => ({
    body: {
      Days: 30 as const,
      VariantList: [
        {
          RuleList: [
            {
              kind: 'limit' as const,
              bands: { high: { limit: 99_000, severity: 3 as const } },
              deadband: 1,
              onDelaySeconds: 600,
              offDelaySeconds: 60,
            },
          ],
        },
      ],
      Propose: true,
    },
  }),
};
