import type { AllCalls, CallInput, CallName } from '@watchpost/contract';
import { type Ids, picture } from './equippedCompany.ts';

const image = () => new File([picture], 'dot.png', { type: 'image/png' });

const usrMapping = {
  Topic: 'usr/{device}/up',
  Values: ['/{key}'],
  Time: '/ts',
  UtcOffsetMinutes: 480,
  Quality: '/q',
  QualityGood: ['0'],
  Failures: ['ERR'],
  Ignore: ['id'],
  CommandTopic: 'usr/{device}/down',
  CommandPayload: '{"id":"{id}","w_data":[{"name":"{key}","value":"{value}"}]}',
  ReplyTopic: 'usr/{device}/up',
  ReplyId: '/id',
  ReplyResult: '/err',
  ReplyAccepted: ['0'],
};

type SampleInputs = { readonly [Name in CallName]: (ids: Ids) => CallInput<AllCalls[Name]> };

/** `YYYY-MM-DD HH:mm:ss` in Shanghai, where the companies of the factories are. */
const local = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' }).format(
    epochMs,
  );

const gatewayFilter = (companyId: number, projectId: number, slaveId: number) => ({
  CompanyId: companyId,
  ProjectIdList: [projectId],
  QueryAll: false,
  NameOrDESCRIBES: '',
  PROTOCOLList: ['DTU', 'MQTT'] as ('DTU' | 'MQTT')[],
  ConnectStatusList: [0, 1, 2],
  SystemStatusList: [0, 1, 2],
  SimStatus: [0, 1, 2, 3, 4, 5, 6],
  SimFlowStatusList: [0, 1, 2, 3],
  CreateTime: ['2026-01-01', '2099-12-31'],
  IsQueryCreator: false,
  IsQueryLook: false,
  DeviceModuleId: slaveId,
  SortType: 'name' as const,
  IsAsc: true,
});

/** Every filter of the device lists that can be asked together. */
const deviceQuestion = ({ companyId, projectId, areaId, subsystemId, classId }: Ids) => ({
  CompanyId: companyId,
  ProjectId: projectId,
  ProjectIdList: [projectId],
  SubareaIdList: [projectId],
  BigTypeId: subsystemId,
  SmallTypeId: classId,
  SmallTypeIdList: [classId],
  LocationIdList: [areaId],
  ModelTreeName: 'Freezer',
  IsMonitor: true,
  IsSetAlarm: true,
  ReadWrite: 'read' as const,
  IsGetStaticProperty: true,
  SortType: 'class' as const,
  IsAsc: true,
});

/**
 * One good question for every call, naming as much as it can. A new call does not compile until it has one; the access
 * matrix and the test of bad input then ask it of everybody.
 */
export const sampleInputs: SampleInputs = {
  acceptInvitation: ({ invitationCode }) => ({ body: { InvitationCode: invitationCode } }),
  addCompanyApply: ({ mobile, code }) => ({
    body: { Code: code, companyName: 'Newcomers', industry: 1, fullname: 'Li Na', mobile, region: '86' },
  }),
  addDevicesNewModbus: ({ projectId, freeSerial }) => ({
    body: {
      ProjectId: projectId,
      DeviceName: 'Rack room',
      DeviceNameEn: 'Rack room',
      DeviceNo: freeSerial,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Beside the compressor rack',
      CduType: 'MODBUS_TCP',
      Address: '192.0.2.7:502',
      RegistrationMode: 'once',
      RegistrationIdentity: '',
      HeartBeat: 'FE',
      ICCID: null,
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'none',
      StopBit: 1,
      DeviceAddress: null,
      DeviceModuleAndAddressList: [
        { DeviceAddress: 1, SlaveName: 'Case 1', Category: 'Controller', MaxRegisters: 50, MaxGap: 0 },
      ],
    },
  }),
  addInvitation: ({ companyId, companyRoleId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      CompanyRoleId: companyRoleId,
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      Note: 'For the night shift',
    },
  }),
  addMappingProfile: ({ companyId, freePlaceName }) => ({
    body: { CompanyId: companyId, MappingName: `${freePlaceName} USR`, Note: 'M100', ...usrMapping },
  }),
  addOrUpdateModelProperty: ({ companyId, ownPropertyId, workshopClassId, freeDeviceName }) => ({
    body: {
      CompanyId: companyId,
      PropertyId: ownPropertyId,
      SmallTypeId: workshopClassId,
      PropertyName: freeDeviceName,
      PropertyNameEn: 'Colour',
      Kind: 'option',
      Unit: '',
      Options: ['white', 'steel'],
      Position: 10,
    },
  }),
  addOrUpdateModelTree: ({ workshopId, keptDeviceId, workshopClassId, workshopAreaId, ownPropertyId }) => ({
    body: {
      ProjectId: workshopId,
      ModelTreeId: keptDeviceId,
      ModelTreeName: 'Kept device',
      ModelTreeNameEn: 'Kept',
      SmallTypeId: workshopClassId,
      LocationId: workshopAreaId,
      SN: 'SN-1',
      Brand: 'Acme',
      Model: 'X1',
      Specification: '380 V',
      ProductionDate: '2024-05-01',
      TagList: ['leased'],
      Cover: null,
      StaticPropertyList: [{ PropertyId: ownPropertyId, Value: 'white' }],
    },
  }),
  addOrUpdateSubentry: ({ workshopId, subItemId }) => ({
    body: {
      ProjectId: workshopId,
      SubentryId: subItemId,
      SubentryName: 'Ovens',
      SubentryNameEn: 'Ovens',
      ParentId: null,
    },
  }),
  addProject: ({ companyId, partitionId, freePlaceName }) => ({
    body: {
      CompanyId: companyId,
      ParentId: partitionId,
      ProjectName: `${freePlaceName} store`,
      ProjectNameEn: 'New store',
      Code: 'N1',
      Industry: 1,
      ProjectLevel: 2,
      TagList: ['north'],
      Address: '1 Dock Road',
      Latitude: 31.2,
      Longitude: 121.5,
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2026-01-01',
      ServiceEnd: '2027-12-31',
      Description: 'With a dock',
      Cover: null,
      BigTypeIdList: [],
    },
  }),
  addRole: ({ companyId, companyRoleId, freeAccount }) => ({
    body: { CompanyId: companyId, RoleName: `Role ${freeAccount}`, RoleType: 'company', CopyRoleId: companyRoleId },
  }),
  addSlave: ({ spareGatewayId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceAddress: 254,
      SlaveName: 'Meter',
      Category: 'Meter',
      BaudRate: 9600,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      MaxRegisters: 20,
      MaxGap: 2,
    },
  }),
  addSubarea: ({ companyId, partitionId, freePlaceName }) => ({
    body: { CompanyId: companyId, ParentId: partitionId, SubareaName: freePlaceName, SubareaNameEn: 'New region' },
  }),
  addUserRoleSubarea: ({ companyId, companyRoleId, projectId, projectRoleId, freeAccount }) => ({
    body: {
      CompanyId: companyId,
      RealName: 'Li Na',
      UserName: freeAccount,
      Pwd: 'Pw_Newcomer_1',
      Mobile: '',
      Email: `${freeAccount}@example.com`,
      Depart: 'Cold store',
      CompanyRoleId: companyRoleId,
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      StorageSpace: [{ Key: 'badge', Value: '17' }],
    },
  }),
  addUserRoleSubareaList: ({ companyId, companyRoleId, memberId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      UserList: [
        {
          UserId: memberId,
          CompanyRoleId: companyRoleId,
          ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
        },
      ],
    },
  }),
  addVPN: ({ projectId, cardedGatewayId }) => ({
    body: {
      ProjectId: projectId,
      DeviceId: cardedGatewayId,
      Name: 'Plant room',
      Kind: 'openvpn',
      Server: 'vpn.example.com:1194',
      LocalAddress: '10.8.0.6',
      UserName: 'plant',
      Secret: 'Pw_Vpn_1',
      Note: 'Of the landlord',
    },
  }),
  batchControlDown: ({ writablePointId }) => ({
    body: {
      PointList: [{ PointId: writablePointId, Value: -18, ExpectedValue: undefined }],
      Reason: 'Night setback',
      StopOnError: false,
      ReturnMinutes: undefined,
    },
  }),
  batchSetProject: ({ companyId, projectId, partitionId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      ParentId: partitionId,
      Industry: 1,
      ProjectLevel: 1,
      TagList: ['north'],
      TagMode: 'add',
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2020-01-01',
      ServiceEnd: null,
      Disabled: false,
    },
  }),
  batchSetUserModelTreeAndAlarmLevel: ({ companyId, projectId, memberId, deviceId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      UserIdList: [memberId],
      DeviceMode: 'listed',
      ReadWrite: 'read',
      ModelTreeList: [{ ModelTreeId: deviceId, ReadWrite: 'readWrite' }],
      AlarmLevelList: [1, 2],
    },
  }),
  batchUpdateModelTree: ({ workshopId, keptDeviceId, workshopClassId, workshopAreaId }) => ({
    body: {
      ProjectId: workshopId,
      ModelTreeIdList: [keptDeviceId],
      SmallTypeId: workshopClassId,
      LocationId: workshopAreaId,
      Brand: 'Acme',
      Model: 'X2',
      TagList: ['leased'],
      TagMode: 'add',
    },
  }),
  batchWriteRecord: ({ projectId, userId, writablePointId, writeBatchId }) => ({
    query: {
      ProjectIdList: String(projectId),
      UserIdList: String(userId),
      PointIdList: String(writablePointId),
      OutcomeList: 'succeeded,notConnected',
      BatchId: writeBatchId,
      Text: 'Setpoint',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
      pageIndex: 1,
      pageSize: 50,
    },
  }),
  cancelBatchWrite: ({ writeBatchId }) => ({ body: { BatchId: writeBatchId } }),
  cancelPointReturn: ({ writeId }) => ({ body: { WriteId: writeId } }),
  cardUsageInfo: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  checkCode: ({ mobile, code }) => ({ body: { Mobile: mobile, Region: '86', Code: code, Title: 'forgotPassword' } }),
  ckDeviceNo: ({ projectId, freeSerial, gatewayId }) => ({
    query: { ProjectId: projectId, deviceNo: freeSerial, deviceId: gatewayId },
  }),
  controlDown: ({ writablePointId }) => ({
    query: { pointID: writablePointId, writeData: '-18', reason: 'Night setback' },
  }),
  copyModelTree: ({ workshopId, keptDeviceId, freeDeviceName }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, ModelTreeNameList: [freeDeviceName] },
  }),
  correctImportUser: ({ companyId, projectId, memberSheet }) => ({
    query: { companyId, projectSubareaId: projectId, isSystemImport: false },
    files: [memberSheet],
  }),
  createSignInCode: () => ({}),
  decideCompanyApply: ({ applicationId }) => ({ body: { ApplyId: applicationId, Approve: true, Reason: 'Known' } }),
  delDevicesNew: ({ spareGatewayId }) => ({ query: { deviceIdList: String(spareGatewayId) } }),
  delFile: ({ spareFileUrl }) => ({ query: { path: spareFileUrl } }),
  deleteDownload: ({ spareDownloadId }) => ({ body: [spareDownloadId] }),
  deleteMappingProfile: ({ companyId, spareMappingProfileId }) => ({
    query: { companyId, mappingProfileId: spareMappingProfileId },
  }),
  deleteModelProperty: ({ companyId, spareOwnPropertyId }) => ({
    body: { CompanyId: companyId, PropertyId: spareOwnPropertyId },
  }),
  deleteModelTree: ({ workshopId, spareDeviceId }) => ({
    body: { ProjectId: workshopId, ModelTreeIdList: [spareDeviceId] },
  }),
  deleteProject: ({ companyId, projectToDeleteId }) => ({
    query: { companyId, projectIdList: String(projectToDeleteId) },
  }),
  deleteRole: ({ companyId, spareRoleId }) => ({ query: { companyId, roleId: spareRoleId } }),
  deleteSubarea: ({ companyId, spareAreaId }) => ({ query: { companyId, subareaId: spareAreaId } }),
  deleteSubentry: ({ workshopId, spareSubItemId }) => ({ body: { ProjectId: workshopId, SubentryId: spareSubItemId } }),
  deleteTableView: () => ({ body: { ViewId: 1 } }),
  deleteUser: ({ sharedGatewayId, colleagueId }) => ({ query: { deviceId: sharedGatewayId, uid: colleagueId } }),
  deleteUserRoleList: ({ companyId, spareEntryId }) => ({
    query: { companyId, UserRoleIdS: String(spareEntryId) },
  }),
  deleteUserRoleSubarea: ({ companyId, projectId, spareMemberId }) => ({
    body: { CompanyId: companyId, SubareaId: projectId, UserIdList: [spareMemberId], StorageSpace: [] },
  }),
  deleteVPN: ({ spareVpnId }) => ({ body: { VPNIdList: [spareVpnId] } }),
  devDeleteTCP: ({ spareSlaveId }) => ({ query: { deviceModuleIdList: String(spareSlaveId) } }),
  deviceAddMQTT: ({ companyId, projectId, colleagueId, freeSerial }) => ({
    body: {
      CompanyId: companyId,
      pid: projectId,
      uid: colleagueId,
      deviceName: 'Roof',
      deviceNameEn: 'Roof',
      deviceNo: freeSerial,
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_1',
      payloadFormat: 'thingsboard',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
      ICCID: '',
    },
  }),
  deviceBindICCID: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, ICCID: String(cardlessGatewayId).padStart(20, '7') },
  }),
  deviceDeleteMQTT: ({ companyId, projectId, sparePublisherSerial }) => ({
    body: { CompanyId: companyId, pid: projectId, deviceNo: sparePublisherSerial },
  }),
  deviceUnBindICCID: ({ cardedGatewayId }) => ({ query: { deviceId: cardedGatewayId } }),
  disableProject: ({ companyId, projectToHandOverId }) => ({
    query: { companyId, subareaId: projectToHandOverId, disable: true },
  }),
  downloadImage: ({ fileUrl }) => ({ body: { url: fileUrl } }),
  downloadRead: ({ downloadId }) => ({ body: [downloadId] }),
  editModelTreeShowPoint: ({ projectId, deviceId, pointId }) => ({
    query: { projectId, modelTreeId: deviceId, mainPointId: pointId },
    body: [pointId],
  }),
  editProject: ({ projectId }) => ({
    body: {
      SubareaId: projectId,
      ProjectNameEn: null,
      Code: 'E1',
      Industry: 1,
      ProjectLevel: 3,
      TagList: ['south'],
      Address: '2 Dock Road',
      Latitude: 31.3,
      Longitude: 121.6,
      TimeZone: 'Asia/Shanghai',
      ServiceStart: '2020-01-01',
      ServiceEnd: null,
      Description: 'With two docks',
      Cover: null,
      BigTypeIdList: [],
    },
  }),
  editSubarea: ({ spareAreaId, projectId }) => ({
    body: { SubareaId: spareAreaId, SubareaNameEn: null, ParentId: projectId, BeforeId: null },
  }),
  emailCode: ({ email }) => ({ body: { Email: email } }),
  endOtherSessions: () => ({}),
  endSession: ({ sessionId }) => ({ body: { SessionId: sessionId } }),
  exists: ({ mobile }) => ({ body: { Account: '', Mobile: mobile, Region: '86', Email: '' } }),
  exportDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  exportModelTreePage: (ids) => ({ body: deviceQuestion(ids) }),
  exportModelTreeProjectStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: { CompanyId: companyId, subareaIdList: [projectId], BigTypeId: subsystemId, ProjectName: 'Store' },
  }),
  exportModelTreePropertyTemplate: ({ workshopId, workshopClassId, keptDeviceId }) => ({
    body: { ProjectId: workshopId, SmallTypeId: workshopClassId, ModelTreeIdList: [keptDeviceId] },
  }),
  exportProjectPage: ({ companyId, partitionId, projectId }) => ({
    body: { CompanyId: companyId, SubareaId: partitionId, ProjectIdList: [projectId] },
  }),
  exportSubareaDelPage: ({ companyId }) => ({ body: { CompanyId: companyId, SubareaName: 'Gone' } }),
  finishOpenId: () => ({ body: { Query: 'code=1&state=2' } }),
  forgetPwd: ({ ownMobile, code, password }) => ({
    body: { Mobile: ownMobile, Region: '86', Code: code, Pwd: password },
  }),
  getAccessCompany: ({ companyId }) => ({ body: { CompanyId: companyId } }),
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
  getAllSubarea: ({ companyId }) => ({ query: { companyId, kind: 'project', subareaName: 'Store' } }),
  getAllSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getArealist: ({ projectId }) => ({ query: { projectId } }),
  getBatchWrite: ({ writeBatchId }) => ({ query: { batchId: writeBatchId } }),
  getBigSmallType: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getCapturedMessages: ({ mqttGatewayId }) => ({ query: { deviceId: mqttGatewayId } }),
  getCard: ({ projectId, deviceId }) => ({ body: { ProjectId: projectId, ModelTreeIdList: [deviceId], Hours: 6 } }),
  getChild: ({ projectId, subsystemId }) => ({ query: { projectId, subsystem: subsystemId } }),
  getCompanyAllUserDropdown: ({ companyId }) => ({ query: { companyId, mobileOrName: 'Colleague' } }),
  getCompanyApplyPage: () => ({
    body: { State: ['pending'], Industry: [1], Text: 'new', PageIndex: 1, PageSize: 50 },
  }),
  getCompanyPage: ({ companyId }) => ({
    body: {
      CompanyId: companyId,
      Text: 'Ours',
      FlagList: [],
      SortType: 'createTime',
      IsAsc: false,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getCompanyProjectUserConfig: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getCompanyRoleList: ({ companyId, companyRoleId }) => ({
    query: { companyId, roleId: companyRoleId, PlatformType: 'business', industry: 1, language: 'en' },
  }),
  getCompanySettings: ({ companyId }) => ({ query: { companyId } }),
  getCompanyUserDropdown: ({ companyId }) => ({ query: { companyId, mobileOrName: 'Colleague' } }),
  getCountryDropdownList: () => ({ query: { language: 'en' } }),
  getDeviceConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceConnectLog: ({ gatewayId }) => ({ query: { deviceId: gatewayId, kind: 'line' } }),
  getDeviceInfo: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceMQTT: ({ companyId, projectId }) => ({
    query: { CompanyId: companyId, ProjectId: projectId, name: '' },
  }),
  getDeviceMQTTPointPage: ({ publisherId }) => ({ query: { deviceId: publisherId, name: '' } }),
  getDeviceNumRule: ({ projectId }) => ({ body: { ProjectId: projectId, Length: '16' } }),
  getDeviceOfflineReason: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceSyncState: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTCPConfig: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getDeviceTotal: ({ companyId, projectId, slaveId }) => {
    const { SortType: _, IsAsc: __, ...body } = gatewayFilter(companyId, projectId, slaveId);
    return { body };
  },
  getDmpList: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
  getDownloadFile: ({ downloadId }) => ({ query: { downloadId } }),
  getDownloadPage: () => ({
    body: {
      IsGenerate: '1',
      IsRead: '0',
      State: 'done',
      Kind: 'operationLog',
      FileName: 'export',
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  getFboxInformationbyHand: ({ projectId }) => ({ query: { ProjectId: projectId, boxNo: '338' } }),
  getFile: ({ fileUrl }) => {
    const { pathname, searchParams } = new URL(fileUrl, 'http://localhost');
    const part = (name: string) => searchParams.get(name) ?? '';
    const fileId = pathname.split('/').at(-1) ?? '';
    return { query: { fileId, expires: part('expires'), signature: part('signature') } };
  },
  getImportUserTemplate: ({ companyId, projectId }) => ({ query: { companyId, projectSubareaId: projectId } }),
  getInboxMessagePage: () => ({ body: { Channel: 'sms', Text: '1', PageIndex: 1, PageSize: 50 } }),
  getInterlockPoints: ({ writablePointId }) => ({
    body: { PointId: writablePointId, Text: 'Air', PageIndex: 1, PageSize: 50 },
  }),
  getInvitationInfo: ({ invitationCode }) => ({ query: { code: invitationCode } }),
  getInvitationPage: ({ companyId }) => ({ query: { companyId, State: 'open', pageIndex: 1, pageSize: 50 } }),
  getLoginOptions: () => ({}),
  getMappingProfile: ({ companyId, mappingProfileId }) => ({ query: { companyId, mappingProfileId } }),
  getMappingProfileDropdown: ({ companyId }) => ({ query: { companyId } }),
  getMappingProfilePage: ({ companyId }) => ({
    body: { CompanyId: companyId, Text: '', SortType: 'updateTime', IsAsc: false, PageIndex: 1, PageSize: 50 },
  }),
  getMasterControl: ({ gatewayId }) => ({ query: { deviceId: gatewayId } }),
  getModbusDeviceModulePage: ({ companyId, projectId, gatewayId, slaveId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      QueryAll: false,
      DeviceId: gatewayId,
      DeviceModuleId: slaveId,
      Name: 'Slave',
      ConnectStatusList: [0, 1, 2],
      SortType: 'name',
      IsAsc: true,
    },
  }),
  getModelClassList: ({ companyId }) => ({ query: { companyId, name: '冷' } }),
  getModelPage: (ids) => ({ body: { ...deviceQuestion(ids), PageIndex: 1, PageSize: 50 } }),
  getModelPropertyList: ({ companyId, workshopId, workshopClassId }) => ({
    query: { companyId, projectId: workshopId, smallTypeId: workshopClassId },
  }),
  getModelTreeAndPointTypeDropdown: ({ companyId, projectId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
    },
  }),
  getModelTreeBaseInfo: ({ deviceId, projectId }) => ({ query: { modelTreeId: deviceId, ProjectId: projectId } }),
  getModelTreeDetail: ({ companyId, projectId, deviceId }) => ({
    query: { companyId, projectId, modelTreeId: deviceId },
  }),
  getModelTreeGroupStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: { CompanyId: companyId, subareaIdList: [projectId], BigTypeId: subsystemId, Type: 'class' },
  }),
  getModelTreeNameConflict: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeName: 'Kept device', modelTreeId: mergedDeviceId },
  }),
  getModelTreePage: (ids) => ({ body: { ...deviceQuestion(ids), PageIndex: 1, PageSize: 50 } }),
  getModelTreeProjectStatistics: ({ companyId, projectId, subsystemId }) => ({
    body: {
      CompanyId: companyId,
      subareaIdList: [projectId],
      BigTypeId: subsystemId,
      ProjectName: 'Store',
      SortType: 'total',
      IsAsc: false,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getModelTreeShowPoint: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
  getModelTreeStaticProperty: ({ companyId, workshopId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, modelTreeId: keptDeviceId },
  }),
  getModelTreeStatusTotal: ({ projectId, subsystemId }) => ({ body: { ProjectId: projectId, BigTypeId: subsystemId } }),
  getMtIdList: ({ companyId, projectId, subsystemId, classId }) => ({
    query: { companyId, projectId, bigTypeId: subsystemId, smallTypeId: classId, modelTreeName: 'Freezer' },
  }),
  getOperationLogFilters: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getOperationLogPage: ({ companyId, projectId, userId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      UserIdList: [userId],
      CallList: ['editProject'],
      SubjectKindList: ['project'],
      SubjectId: '7',
      Text: 'Store',
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getPermissionList: ({ companyId }) => ({ query: { companyId } }),
  getPersonList: ({ projectId, deviceId }) => ({ query: { projectId, modelTreeId: deviceId } }),
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
  getPointWrite: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getPointWriteLimit: ({ writablePointId }) => ({ query: { pointID: writablePointId } }),
  getProject: ({ companyId, projectId }) => ({ query: { companyId, subareaId: projectId } }),
  getProjectModelList: ({ companyId, projectId }) => ({ query: { companyId, subareaId: projectId } }),
  getProjectPage: ({ companyId, projectId, subsystemId }) => ({
    body: {
      CompanyId: companyId,
      ProjectName: 'Store',
      ProjectIdList: [projectId],
      Industry: [1, 2, 3, 4],
      BigTypeIdList: [subsystemId],
      StateList: ['valid', 'disabled', 'expired'],
      IsLocated: false,
      SortType: 'name',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getRoleUserList: ({ companyId, projectRoleId }) => ({
    query: { RoleId: projectRoleId, companyId, UserNameOrMobile: 'a', pageIndex: 1, pageSize: 50 },
  }),
  getSessionList: () => ({}),
  getSubareaDelPage: ({ companyId }) => ({
    body: { CompanyId: companyId, SubareaName: 'Gone', Industry: [1], PageIndex: 1, PageSize: 50 },
  }),
  getSubareaPage: ({ companyId, projectId }) => ({
    query: { companyId, parentId: projectId, subareaName: 'Area', pageIndex: 1, pageSize: 50 },
  }),
  getSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getSubentryTree: ({ companyId, workshopId, subItemId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId, isGetModelTree: true },
  }),
  getTab: ({ projectId }) => ({ query: { projectId } }),
  getTableField: ({ projectId }) => ({ query: { foreignId: projectId, type: 'members' } }),
  getTableList: ({ projectId, classId }) => ({
    body: { ProjectId: projectId, SmallTypeId: classId, ModelTreeName: 'Freezer', PageIndex: 1, PageSize: 50 },
  }),
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
  getTableListReadScreen: ({ projectId, subsystemId, classId, areaId }) => ({
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationIdList: [areaId],
      ModelTreeName: 'Freezer',
      ReadWrite: 'read',
      IsSetAlarm: true,
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getTableViews: () => ({ query: { type: 'members' } }),
  getTerminalDropdow: ({ companyId, projectId }) => ({
    query: { ProjectId: projectId, CompanyId: companyId, protocolList: 'DTU,MQTT', name: '' },
  }),
  getUserBigScreen: ({ companyId }) => ({ query: { companyId } }),
  getUserCompanyList: () => ({}),
  getUserCoordinate: () => ({}),
  getUserDropdownByMobileOrName: ({ account, projectId }) => ({ query: { mobileOrName: account, projectId } }),
  getUserFuncNewList: ({ userId, companyId, projectId }) => ({ query: { type: 2, userId, companyId, projectId } }),
  getUserInfo: () => ({}),
  getUserModel: ({ companyId, projectId, memberId }) => ({ query: { companyId, projectId, userId: memberId } }),
  getUserOwnProject: ({ companyId }) => ({ query: { companyId } }),
  getUserOwnSubareaTree: ({ companyId }) => ({ query: { companyId } }),
  getUserPreferences: () => ({}),
  getUserProjectAlarm: ({ companyId }) => ({ query: { companyId } }),
  getUserRoleList: ({ userId, projectId }) => ({ query: { userId, projectId } }),
  getUserRoleSubarea: ({ companyId, memberId }) => ({ query: { companyId, userId: memberId } }),
  getUserRoleSubareaList: ({ companyId, projectId }) => ({
    body: {
      CompanyId: companyId,
      UserType: 'all',
      SubareaId: projectId,
      UserNameOrMobile: 'o',
      ActiveStatus: true,
      SortType: 'name',
      IsAsc: true,
      Language: 'en',
      pageIndex: 1,
      pageSize: 50,
    },
  }),
  getUserSubareaList: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
  getUserView: ({ companyId, memberId }) => ({
    query: { companyId, userId: memberId, projectName: 'Store', pageIndex: 1, pageSize: 50 },
  }),
  getUserWhy: ({ companyId, memberId, projectId, deviceId }) => ({
    query: { companyId, userId: memberId, funcIdS: '26,27', projectId, modelTreeId: deviceId, alarmLevel: 1 },
  }),
  getUserbyPro: ({ gatewayId }) => ({ query: { deviceId: gatewayId, name: '' } }),
  getUsersOfRole: ({ companyId, projectRoleId }) => ({ query: { companyId, roleId: projectRoleId } }),
  getVPNPage: ({ companyId, projectId, cardedGatewayId }) => ({
    body: {
      CompanyId: companyId,
      ProjectIdList: [projectId],
      QueryAll: false,
      DeviceId: cardedGatewayId,
      Name: '',
      KindList: ['wireguard', 'openvpn'],
      SortType: 'name',
      IsAsc: true,
    },
  }),
  getVPNSecret: ({ vpnId }) => ({ body: { VPNId: vpnId } }),
  getWhatGoesWith: ({ companyId, projectId }) => ({ query: { companyId, subareaIdList: String(projectId) } }),
  getWhatGoesWithGateways: ({ gatewayId, slaveId }) => ({
    body: { DeviceIdList: [gatewayId], DeviceModuleIdList: [slaveId] },
  }),
  getWhatGoesWithModelTree: ({ workshopId, mergedDeviceId }) => ({
    query: { projectId: workshopId, modelTreeIdList: [mergedDeviceId] },
  }),
  getWritablePointFilters: ({ projectId, subsystemId }) => ({
    body: { ProjectIdList: [projectId], BigTypeId: subsystemId },
  }),
  getWritablePointPage: ({ projectId, subsystemId, deviceId }) => ({
    body: {
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      MtidList: [deviceId],
      Text: 'Setpoint',
      PageIndex: 1,
      PageSize: 50,
    },
  }),
  getWriteRecordFilters: () => ({ query: {} }),
  getWritesOfPoints: ({ projectId, writablePointId }) => ({
    body: {
      ProjectId: projectId,
      PointIdList: [writablePointId],
      StartTime: local(Date.now() - 86_400_000),
      EndTime: local(Date.now() + 60_000),
    },
  }),
  getchildPlan: ({ projectId }) => ({ query: { project: projectId } }),
  importCompanyUser: ({ companyId, memberSheet }) => ({
    query: { companyId, isDryRun: false, skipWrong: true },
    files: [memberSheet],
  }),
  importModelTreePropertyTemplate: ({ workshopId, workshopClassId, propertySheet }) => ({
    query: { projectId: workshopId, smallTypeId: workshopClassId, isDryRun: false, skipWrong: false },
    files: [propertySheet],
  }),
  importProjectUser: ({ companyId, projectId, newcomerSheet }) => ({
    query: { companyId, projectSubareaId: projectId, isSystemImport: false, isDryRun: false, skipWrong: false },
    files: [newcomerSheet],
  }),
  isSubareaExist: ({ companyId, projectId, areaId }) => ({
    query: { companyId, subareaName: 'Area', kind: 'area', parentId: projectId, subareaId: areaId },
  }),
  login: ({ account, password }) => ({ query: { account, pwd: password } }),
  loginByBody: ({ account, password }) => ({ body: { account, pwd: password } }),
  loginByCode: ({ signInCode }) => ({ body: { Code: signInCode } }),
  loginOrRegister: ({ mobile, code }) => ({
    body: {
      Mobile: mobile,
      Region: '86',
      SMSCode: code,
      Avatar: '',
      UserSource: 2,
      Account: '',
      Pwd: '',
      Nickname: 'Li Na',
    },
  }),
  loginOrRegisterByInvitation: ({ invitationCode, mobile, code }) => ({
    body: { InvitationCode: invitationCode, Mobile: mobile, Region: '86', SMSCode: code, RealName: 'Li Na' },
  }),
  loginOrRegisterSMSCode: ({ mobile }) => ({ query: { mobile, region: '86' } }),
  logout: () => ({}),
  mergeModelTree: ({ workshopId, keptDeviceId, mergedDeviceId }) => ({
    body: { ProjectId: workshopId, ModelTreeId: keptDeviceId, MergeModelTreeIdList: [mergedDeviceId] },
  }),
  mobileCode: ({ mobile }) => ({ query: { mobile, region: '86', title: 'forgotPassword' } }),
  mobileCodeUP: ({ mobile }) => ({ query: { mobile, region: '86', title: 'changeMobile' } }),
  modelTrees: ({ companyId, projectId }) => ({ query: { companyId, projectId, isGetModelTree: true } }),
  newUpload: () => ({ files: [image(), image()] }),
  ownCode: () => ({ body: { Purpose: 'verifyIdentity' } }),
  queryDeviceInfo: ({ companyId, projectId }) => ({ body: { CompanyId: companyId, ProjectId: projectId } }),
  queryPoint: ({ companyId, projectId, deviceId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ModelTreeIdList: [deviceId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      PointName: 'Air',
    },
  }),
  queryPointRead: ({ projectId, deviceId }) => ({
    body: { ProjectId: projectId, mtid: deviceId, name: 'Air', PageIndex: 1, PageSize: 50 },
  }),
  queryPointTypeInDmpListDropdownList: ({ companyId, projectId, deviceId, subsystemId, classId }) => ({
    body: {
      CompanyId: companyId,
      ProjectId: projectId,
      ModelTreeIdList: [deviceId],
      BigTypeId: subsystemId,
      SmallTypeId: classId,
    },
  }),
  queryUser: ({ account, projectId }) => ({ query: { mobileOrName: account, region: '86', projectId } }),
  readAlarmPlayScreen: ({ popupId }) => ({ body: [popupId] }),
  recoverProject: ({ companyId, deletedProjectId }) => ({
    body: { CompanyId: companyId, ProjectIdList: [deletedProjectId] },
  }),
  refreshDeviceModelTree: ({ projectId }) => ({ query: { projectId } }),
  refreshToken: ({ refreshToken }) => ({ query: { refreshToken } }),
  regionUser: ({ cardlessGatewayId, colleagueId }) => ({
    query: { deviceId: cardlessGatewayId, type: 1, uidList: String(colleagueId) },
  }),
  relationUserRoleSubarea: ({ companyId, projectRoleId, memberId, projectId }) => ({
    body: {
      CompanyId: companyId,
      RoleId: projectRoleId,
      UserRoleSubareaIds: [{ UserId: memberId, SubareaId: projectId }],
    },
  }),
  requestExport: ({ projectId }) => ({
    body: { Kind: 'operationLog', Input: { body: { ProjectId: projectId } } },
  }),
  resetDeviceMQTTPwd: ({ publisherId }) => ({ body: { DeviceId: publisherId } }),
  resetUserModel: ({ companyId, projectId, memberId }) => ({
    body: { CompanyId: companyId, ProjectId: projectId, UserIdList: [memberId] },
  }),
  revokeInvitation: ({ companyId, invitationId }) => ({
    body: { CompanyId: companyId, InvitationId: invitationId },
  }),
  saveTableView: () => ({ body: { TableType: 'members', ViewName: 'Mine', Query: 'q=a', Field: '{}' } }),
  setClassStrategyTemplate: ({ companyId, workshopClassId }) => ({
    body: { CompanyId: companyId, SmallTypeId: workshopClassId, TemplateNameList: ['Frozen food'] },
  }),
  setDefaultRole: ({ companyId, companyRoleId }) => ({ body: { CompanyId: companyId, RoleId: companyRoleId } }),
  setSubentryModelTreeSummary: ({ companyId, workshopId, subItemId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId, isSummary: false },
    body: [keptDeviceId],
  }),
  setUserActive: ({ companyId, spareMemberId }) => ({
    body: { CompanyId: companyId, UserIdList: [spareMemberId], ActiveStatus: false },
  }),
  showDeviceList: ({ companyId, projectId, slaveId }) => ({ body: gatewayFilter(companyId, projectId, slaveId) }),
  startOpenId: () => ({}),
  tryMapping: ({ companyId, mqttGatewayId }) => ({
    body: {
      CompanyId: companyId,
      DeviceId: mqttGatewayId,
      Mapping: usrMapping,
      MessageTopic: 'usr/case1/up',
      Payload: '{"temp":"4.5","door":"ERR"}',
    },
  }),
  upDetail: ({ confirmedAlarmId }) => ({
    body: { Id: confirmedAlarmId, FollowUp: 'observing', Comment: 'Looked at it' },
  }),
  updateAvatar: ({ fileUrl }) => ({ query: { url: fileUrl } }),
  updateCompanyPlatforms: ({ sisterCompanyId }) => ({
    body: {
      OfCompanyId: sisterCompanyId,
      FlagList: ['workOrder', 'dataScreen'],
      DataScreenUrl: 'https://screen.example.com/{company}?code={code}',
    },
  }),
  // Not its name, by which others are told apart from us.
  updateCompanySettings: ({ companyId }) => ({
    body: {
      CompanyId: companyId,
      DataScreenUrl: 'https://screen.example.com/{company}?lang={language}',
      KnowledgeHubUrl: 'https://hub.example.com',
    },
  }),
  updateDeviceMQTT: ({ publisherId, freeSerial }) => ({
    body: {
      DeviceId: publisherId,
      deviceName: 'Roof 2',
      deviceNameEn: '',
      deviceUserName: `user-${freeSerial}`,
      deviceUserPwd: 'Pw_Device_2',
      payloadFormat: 'neuron',
      mappingProfileId: '',
      DeviceTypeE: 'M100',
      DESCRIBES: 'On the roof',
    },
  }),
  updateDevicesName: ({ cardlessGatewayId }) => ({
    body: { DeviceList: [{ DeviceId: cardlessGatewayId, DeviceName: 'Dock' }] },
  }),
  updateDevicesNewModbus: ({ spareGatewayId, spareSlaveId }) => ({
    body: {
      DeviceId: spareGatewayId,
      DeviceName: 'Rack room 2',
      DeviceNameEn: null,
      DeviceTypeE: 'DR404',
      DESCRIBES: 'Moved',
      Address: '',
      RegistrationMode: 'both',
      RegistrationIdentity: '',
      HeartBeat: 'FE FE',
      BaudRate: 19200,
      DataBit: 8,
      CheckBit: 'even',
      StopBit: 1,
      CduType: 'DTU',
      DeviceModuleAndAddressList: [{ DeviceModuleId: spareSlaveId, DeviceAddress: 253, SlaveName: 'Case 2' }],
    },
  }),
  updateDevicesProtocol: ({ cardlessGatewayId }) => ({
    query: { deviceId: cardlessGatewayId, protocol: 'MODBUS_TCP', address: '192.0.2.9' },
  }),
  updateDevicesSN: ({ cardlessGatewayId, freeSerial }) => ({
    query: { deviceIdList: String(cardlessGatewayId), deviceNoList: freeSerial },
  }),
  updateEmail: ({ password, email, code }) => ({ body: { pwd: password, email, code } }),
  updateMappingProfile: ({ companyId, mappingProfileId, freePlaceName }) => ({
    body: {
      CompanyId: companyId,
      MappingProfileId: mappingProfileId,
      MappingName: `${freePlaceName} M100`,
      Note: '',
      ...usrMapping,
    },
  }),
  updateMobile: ({ password, mobile, code }) => ({ body: { pwd: password, mobile, region: '86', code } }),
  updatePointWriteLimit: ({ writablePointId, pointId }) => ({
    body: {
      PointId: writablePointId,
      Min: -30,
      Max: 10,
      AllowedValues: [],
      MinIntervalSeconds: 0,
      Interlock: {
        PointId: pointId,
        Operator: 'below',
        Value: 100,
        Sentence: '温度须低于 100 °C',
        SentenceEn: 'The air must be below 100 °C',
      },
    },
  }),
  updateProjectCompany: ({ companyId, sisterCompanyId, projectToHandOverId }) => ({
    body: { CompanyId: sisterCompanyId, OldCompanyId: companyId, ProjectIdList: [projectToHandOverId] },
  }),
  updateProjectDevices: ({ gatewayElsewhereId, projectId }) => ({
    query: { deviceIdList: String(gatewayElsewhereId), toProjectId: projectId, isConfirmed: true },
  }),
  updateProjectModel: ({ projectId }) => ({ body: { SubareaId: projectId, BigTypeIdList: [] } }),
  updatePwd: ({ password }) => ({ query: { newPwd: password }, body: { pwd: password, Code: '', newPwd: password } }),
  updatePwdByUserId: ({ madeUserId }) => ({
    query: { newPwd: 'New_Word_1' },
    body: { UserId: madeUserId, newPwd: 'New_Word_1' },
  }),
  updateRole: ({ companyId, companyRoleId, freeAccount }) => ({
    body: { CompanyId: companyId, RoleId: companyRoleId, RoleName: `Renamed ${freeAccount}` },
  }),
  updateRoleFunc: ({ companyId, companyRoleId }) => ({
    body: {
      CompanyId: companyId,
      RoleId: companyRoleId,
      FuncIdS: [11, 16],
      HalfSelection: [17],
      PlatformType: 'business',
      StorageSpaceExtendList: [{ Key: 'colour', Value: 'blue' }],
    },
  }),
  updateSlave: ({ spareSlaveId }) => ({
    body: {
      DeviceModuleId: spareSlaveId,
      DeviceAddress: 252,
      SlaveName: 'Case 3',
      Category: 'Controller',
      BaudRate: 4800,
      DataBit: 8,
      CheckBit: 'odd',
      StopBit: 2,
      MaxRegisters: 10,
      MaxGap: 0,
    },
  }),
  updateStatus: ({ alarmId }) => ({ query: { id: alarmId } }),
  updateSubentryModelTree: ({ companyId, workshopId, subItemId, keptDeviceId }) => ({
    query: { companyId, projectId: workshopId, subentryId: subItemId },
    body: [keptDeviceId],
  }),
  updateTableField: ({ projectId }) => ({ body: { ForeignId: projectId, TableType: 'members', Field: '{}' } }),
  updateUserInfo: () => ({ body: { Nickname: 'Lin', CompanyName: 'Cold Store', Depart: 'Night shift', Account: '' } }),
  updateUserPreferences: () => ({ body: { Preferences: '{"theme":"dark"}' } }),
  updateUserRoleSubarea: ({ companyId, memberId, companyRoleId, projectId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      UserId: memberId,
      RealName: 'Li Na',
      Depart: 'Night shift',
      CompanyRoleIdList: [companyRoleId],
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      SubareaId: projectId,
      StorageSpace: [{ Key: 'badge', Value: '17' }],
    },
  }),
  updateVPN: ({ vpnId, cardedGatewayId }) => ({
    body: {
      VPNId: vpnId,
      DeviceId: cardedGatewayId,
      Name: 'Plant room 2',
      Kind: 'ipsec',
      Server: '192.0.2.10',
      LocalAddress: '10.8.0.7',
      UserName: 'plant2',
      Secret: 'Pw_Vpn_2',
      Note: '',
      ClearSecret: false,
    },
  }),
  updateWChart: ({ password }) => ({ body: { pwd: password, Bind: false } }),
  upload: () => ({ files: [image()] }),
  uploadDeviceConfig: ({ spareGatewayId, freeSerial }) => ({
    query: { deviceId: spareGatewayId, isDryRun: false },
    files: [
      new File(
        [
          JSON.stringify({
            format: 'watchpost-gateway',
            version: 1,
            serialNumber: freeSerial,
            protocol: 'DTU',
            gateway: { name: 'From a file' },
            slaves: [{ address: 7, name: 'Case 7' }],
            points: [],
          }),
        ],
        'gateway.json',
      ),
    ],
  }),
  verifyDevice: ({ projectId, publisherSerial }) => ({
    query: {
      ProjectId: projectId,
      deviceNo: publisherSerial,
      deviceUserName: publisherSerial,
      deviceUserPwd: 'Pw_Publisher_1',
    },
  }),
  verifyIdentity: ({ password }) => ({ body: { Pwd: password, Code: '' } }),
  verifyOperationLog: ({ companyId, projectId }) => ({ query: { companyId, projectId } }),
};
