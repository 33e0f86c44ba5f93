import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import type { Ids } from './equippedCompany.ts';

type SampleInputs = { readonly [Name in CallName]: (ids: Ids) => CallInput<AllCalls[Name]> };

/** `YYYY-MM-DD HH:mm:ss` in Shanghai, where the companies of the factories are. */
const local = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epochMs,
  );

/**
 * One good question for every call, naming as much as it can. A new call does not compile until it has one; the access
 * matrix and the test of bad input then ask it of everybody.
 */
export const sampleInputs: SampleInputs = {
  deleteTableView: () => ({ body: { ViewId: 1 } }),
  getAlarmAct: ({ companyId, projectId, deviceId, areaId }) => ({
    query: { status: 0, companyId },
    body: {
      ProjectId: projectId,
      Cstime: local(Date.now() - 86_400_000),
      Cetime: local(Date.now()),
      Acontent: 'a',
      MtName: 'Freezer',
      Mtid: deviceId,
      Level: [1, 2, 3, 4],
      Area: [areaId],
      AlarmClass: ['limit'],
      IsAck: false,
      SortType: 'time',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getAlarmDetail: ({ alarmId }) => ({ query: { alarmId } }),
  getAlarmMessageByUserId: ({ companyId, projectId, areaId }) => ({
    query: { companyId, subareaIdList: `${projectId},${areaId}`, pageIndex: 1, pageSize: 50 },
  }),
  getAlarmOverNum: ({ companyId, projectId }) => ({ query: { companyId }, body: { ProjectId: projectId } }),
  getAlarmPlayScreenPage: ({ userId, companyId }) => ({
    body: { UserId: userId, CompanyId: companyId, PageIndex: 1, PageSize: 50 },
  }),
  getBigSmallType: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getCard: ({ projectId, deviceId }) => ({ body: { ProjectId: projectId, ModelTreeIdList: [deviceId], Hours: 6 } }),
  getModelTreeBaseInfo: ({ deviceId, projectId }) => ({ query: { modelTreeId: deviceId, ProjectId: projectId } }),
  getModelTreeStatusTotal: ({ projectId, subsystemId }) => ({ body: { ProjectId: projectId, BigTypeId: subsystemId } }),
  getPointData: ({ projectId, pointId }) => ({
    query: {
      start: local(Date.now() - 3_600_000),
      end: local(Date.now()),
      pointIdList: String(pointId),
      tmes: 0,
      ProjectId: projectId,
    },
  }),
  getPointRealTimeData: ({ projectId, pointId }) => ({ query: { pointIds: String(pointId), ProjectId: projectId } }),
  getSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getTableField: ({ projectId }) => ({ query: { foreignId: projectId, type: 'members' } }),
  getTableListRead: ({ projectId, subsystemId, classId, areaId }) => ({
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationIdList: [areaId],
      ModelTreeName: 'Freezer',
      PointName: 'Air',
      ConnectStatusList: [0, 1, 2],
      SortType: 'name',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getTableViews: () => ({ query: { type: 'members' } }),
  getUserCompanyList: () => ({}),
  getUserFuncNewList: ({ userId, companyId, projectId }) => ({ query: { type: 2, userId, companyId, projectId } }),
  getUserInfo: () => ({}),
  getUserOwnProject: ({ companyId }) => ({ query: { companyId } }),
  getUserPreferences: () => ({}),
  getUserRoleList: ({ userId, projectId }) => ({ query: { userId, projectId } }),
  login: ({ account, password }) => ({ query: { account, pwd: password } }),
  loginByBody: ({ account, password }) => ({ body: { account, pwd: password } }),
  logout: () => ({}),
  queryPointRead: ({ projectId, deviceId }) => ({
    body: { ProjectId: projectId, mtid: deviceId, name: 'Air', PageIndex: 1, PageSize: 50 },
  }),
  readAlarmPlayScreen: ({ popupId }) => ({ body: [popupId] }),
  refreshToken: ({ refreshToken }) => ({ query: { refreshToken } }),
  saveTableView: () => ({ body: { TableType: 'members', ViewName: 'Mine', Query: 'q=a', Field: '{}' } }),
  upDetail: ({ confirmedAlarmId }) => ({
    body: { Id: confirmedAlarmId, FollowUp: 'observing', Comment: 'Looked at it' },
  }),
  updateStatus: ({ alarmId }) => ({ query: { id: alarmId } }),
  updateTableField: ({ projectId }) => ({ body: { ForeignId: projectId, TableType: 'members', Field: '{}' } }),
  updateUserPreferences: () => ({ body: { Preferences: '{"theme":"dark"}' } }),
};
