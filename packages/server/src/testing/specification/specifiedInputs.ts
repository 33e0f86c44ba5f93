import { type Ids, picture } from '../equippedCompany.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a client sends that has read the specification and nothing of ours. */
export interface SpecifiedInput {
  readonly query?: Fields;
  /** Fields, or the list or value that is the whole body. */
  readonly body?: unknown;
  readonly files?: readonly File[];
  /** Names that may not be left empty; the others may. */
  readonly needs?: readonly string[];
  /** Fields that the specification does not list at the call, and says elsewhere that it takes. */
  readonly besides?: { readonly query?: Fields; readonly body?: Fields };
  /** Which of the two questions, full and empty, is an affair of the whole company: a member of the project may not. */
  readonly ofCompany?: readonly ('full' | 'empty')[];
  /** Status of a question that is understood and refused, here and now. */
  readonly refusal?: number;
}

/** `YYYY-MM-DD HH:mm` in Shanghai, where the companies of the factories are: the specification's default format. */
const local = (epochMs: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(
    epochMs,
  );
const hoursAgo = (hours: number): string => local(Date.now() - hours * 3_600_000);

/** Under /Subarea the specification names these for all calls together, and not which of them takes which. */
const place = (
  { companyId, sisterCompanyId, projectId, partitionId, freePlaceName }: Ids,
  own: Fields = {},
): Fields => ({
  subareaId: projectId,
  subareaName: freePlaceName,
  parentId: partitionId,
  TagList: ['north'],
  ProjectName: freePlaceName,
  Industry: 1,
  ProjectLevel: 2,
  ProjectIdList: [projectId],
  Access: 1,
  CompanyId: companyId,
  OldCompanyId: sisterCompanyId,
  ...own,
});
const filteredPlace = (ids: Ids, own: Fields = {}): SpecifiedInput => ({
  body: place(ids, { subareaId: ids.partitionId, ...own }),
});

const devices = ({ projectId, areaId, subsystemId, classId }: Ids): Fields => ({
  ProjectId: projectId,
  ProjectIdList: [projectId],
  SubareaIdList: [projectId],
  BigTypeId: subsystemId,
  SmallTypeId: classId,
  LocationIdList: [areaId],
  ModelTreeName: 'Freezer',
  ModelTreeStatus: [0, 1, 2],
  IsMonitor: true,
  IsGetStaticProperty: true,
  IsEnabledPermission: true,
  language: 'en',
  subsystem: subsystemId,
});
const board = ({ projectId, subsystemId, classId, pointTypeId }: Ids): SpecifiedInput => ({
  needs: ['ProjectId'],
  body: {
    ProjectId: projectId,
    BigTypeId: subsystemId,
    ModelTreeName: 'Freezer',
    SmallTypeId: classId,
    PointName: 'Air',
    ConnectStatusList: [0, 1, 2],
    PointStatusList: [0, 1, 2, 3],
    ReadWrite: 'read',
    IsSetAlarm: true,
    PointTypeList: [pointTypeId],
    SortType: 'name',
    IsAsc: true,
    PageIndex: 1,
    PageSize: 20,
    language: 'en',
    subsystem: subsystemId,
  },
});
const pushes = ({ pointId, userId }: Ids): SpecifiedInput => ({
  body: {
    PointId: pointId,
    AlarmEpoch: Date.now(),
    UserIdList: [userId],
    SendStatus: true,
    PushTypeList: [0, 1, 2, 3],
    ReceiptStatus: true,
    IsRead: true,
    PageSize: 10,
    PageIndex: 1,
  },
});
const history = ({ pointId }: Ids): SpecifiedInput => ({
  needs: ['start', 'end', 'pointIdList', 'tmes'],
  body: {
    start: hoursAgo(1),
    end: hoursAgo(0),
    pointIdList: [pointId],
    tmes: 10,
    fileType: 'excel',
    isZip: true,
    isAlarmLacy: true,
    isMerge: false,
    zipFileList: [{ FileName: 'Freezer', PointIdList: [pointId] }],
  },
});
const mqttGateway = ({ companyId, projectId, colleagueId }: Ids, deviceNo: string): Fields => ({
  deviceName: 'Roof',
  deviceNo,
  deviceUserName: `user-${deviceNo}`,
  deviceUserPwd: 'Pw_Device_1',
  uid: colleagueId,
  pid: projectId,
  CompanyId: companyId,
});
const modbusGateway = ({ projectId }: Ids, deviceNo: string, slave: Fields): SpecifiedInput => ({
  body: {
    BaudRate: 9600,
    DataBit: 8,
    CheckBit: 0,
    StopBit: 1,
    DeviceAddress: '',
    CduType: 'DTU',
    DeviceTypeE: 'DR404',
    DeviceModuleAndAddressList: [slave],
  },
  // As the call for MQTT gateways names them: §7.1 shows the line settings alone.
  besides: { body: { pid: projectId, deviceName: 'Rack room', deviceNo } },
});
const template = (id: unknown, name: string): SpecifiedInput => ({
  needs: ['id', 'name', 'value'],
  body: { id, name, value: '[]', num: 0, TYPE: 'custom', CREATETIME: hoursAgo(24), FLAG: true },
});

const repairs = ({ companyId, projectId, userId, subsystemId, classId, deviceId }: Ids): Fields => ({
  CompanyId: companyId,
  Status: 1,
  StartCreateTime: hoursAgo(24),
  EndCreateTime: hoursAgo(0),
  ProjectIdList: [projectId],
  ApplicantIdList: [userId],
  ProjectName: 'Store',
  BigTypeIdList: [subsystemId],
  BigTypeId: subsystemId,
  SmallTypeId: classId,
  EquipmentId: deviceId,
  MaintenanceUnitIdList: [1],
  RepairUserIdList: [userId],
  AcceptanceTime: '2026-11-01',
  FaultContent: 'fan',
  ApplicantNameOrPhone: 'Ours',
  FaultContentOrOrder: 'fan',
  IsApp: false,
  IsMy: false,
  SortType: 'due',
  IsAsc: true,
  FieldList: ['RepairOrder'],
});

/** One question for each served call whose payload the specification names, with all of its names. */
export const specifiedInputs: Readonly<Record<string, (ids: Ids) => SpecifiedInput>> = {
  'POST /ReportPush/GetReportPlayScreenPush': ({ userId }) => ({ body: { UserId: userId, IsRead: false } }),
  'POST /ReportPush/ReadReportPlayScreenPush': ({ reportPushId }) => ({ body: [reportPushId] }),
  'POST /Device/BatchAddSensorTag': ({ companyId, projectId, freeTagSn }) => ({
    needs: ['projectId'],
    query: { projectId, CompanyId: companyId, tagType: 1 },
    body: [{ TagSn: freeTagSn }],
  }),
  'POST /Device/UpdateSensor': ({ tagId }) => ({
    needs: ['SensorIdList'],
    body: { SensorIdList: [tagId], cycle: 120, tOffset: 0, hOffset: 0, tAlarm: { low: -25, high: -15 } },
  }),
  'POST /Device/GetWaybillPageV2': ({ carId }) => ({
    body: { WaybillNumber: 'Ours', TransportStatusList: [0, 1, 2], CarIdList: [carId] },
  }),
  'POST /Device/ShowDevice_List': ({ companyId, projectId, slaveId }) => ({
    body: {
      DeviceModuleId: slaveId,
      ConnectStatusList: [0, 1, 2],
      CompanyId: companyId,
      IsQueryCreator: false,
      ProjectIdList: [projectId],
      SimStatus: [0, 1],
      NameOrDESCRIBES: 'Gateway',
      PROTOCOLList: ['DTU', 'MQTT'],
      CreateTime: '2026-01-01,2099-12-31',
      IsQueryLook: false,
      SortType: 'name',
      IsAsc: true,
      QueryAll: false,
      SystemStatusList: [0, 1, 2],
      SimFlowStatusList: [0, 1],
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  'GET /Device/GetPointRealTimeData': ({ pointId, projectId }) => ({
    needs: ['pointIds'],
    query: { pointIds: pointId, ProjectId: projectId },
  }),
  'GET /Device/GetPointData': ({ pointId }) => ({
    // §5.4: an interval is required.
    needs: ['start', 'end', 'pointIdList', 'tmes'],
    query: { start: hoursAgo(1), end: hoursAgo(0), pointIdList: pointId, tmes: 2 },
  }),
  'POST /Device/DeviceAddMQTT': (ids) => ({
    needs: ['deviceName', 'deviceNo', 'pid'],
    body: mqttGateway(ids, ids.freeSerial),
  }),
  'POST /Device/DeviceDeleteMQTT': (ids) => ({ needs: ['deviceNo'], body: mqttGateway(ids, ids.sparePublisherSerial) }),
  'POST /Device/addTemplate': ({ freePointName }) => ({ ...template('', freePointName), needs: ['name', 'value'] }),
  'POST /Device/updateTemplate': ({ templateId, freePointName }) => template(templateId, freePointName),
  'GET /Device/ControlDown': ({ writablePointId }) => ({
    needs: ['pointID', 'writeData'],
    query: { pointID: writablePointId, writeData: '-18' },
    // No gateway is connected here: that nothing was written is said.
    refusal: 400,
  }),
  'POST /Device/DownHistoryDataToExcelOrPdf': history,
  'POST /Device/DownHistoryDataToExcelOrPdfBack': history,
  'POST /Device/addDevicesNewModbus': (ids) => ({
    ...modbusGateway(ids, ids.freeSerial, { DeviceAddress: 1, SlaveName: 'Case 1' }),
    needs: [],
  }),
  'POST /Device/updateDevicesNEWModbus': (ids) =>
    modbusGateway(ids, ids.spareGatewaySerial, {
      DeviceModuleId: ids.spareSlaveId,
      DeviceAddress: 253,
      SlaveName: 'Case 2',
    }),
  'POST /ModelTree/EditModelTreeShowPoint': ({ deviceId, pointId }) => ({
    needs: ['modelTreeId'],
    query: { modelTreeId: deviceId },
    body: [pointId],
  }),
  'GET /Model/Model_trees': ({ projectId }) => ({ query: { projectId, isGetModelTree: true } }),
  'GET /Model/getchildPlan': ({ projectId }) => ({ needs: ['project'], query: { project: projectId, language: 'en' } }),
  'POST /Model/GetVideoMonitorPage': ({ subsystemId, projectId }) => ({
    body: {
      BigTypeId: subsystemId,
      ProjectId: projectId,
      PointName: 'camera',
      SortType: 'name',
      IsAsc: true,
      PageIndex: 1,
      PageSize: 20,
    },
  }),
  'POST /Model/GetModelTreePage': (ids) => ({ body: devices(ids) }),
  'POST /Model/QueryPointRead': ({ deviceId, projectId, subsystemId, areaId, pointTypeId }) => ({
    body: {
      mtid: deviceId,
      mtidList: [deviceId],
      ProjectIdList: [projectId],
      BigTypeId: subsystemId,
      ProjectId: projectId,
      LevelList: [1, 2, 3],
      PointStatusList: [0, 1, 2, 3],
      PointTypeIdList: [pointTypeId],
      area: areaId,
      name: 'Air',
      stime: hoursAgo(24),
      etime: hoursAgo(0),
      typeCn: 'Temperature',
      alarmLevel: 2,
      ReadWrite: 'read',
      IsSetAlarm: true,
      PageIndex: 1,
      PageSize: 20,
      SortType: 'name',
      IsAsc: true,
    },
  }),
  'POST /ModelTree/SetSubentryModelTreeSummary': ({ workshopId, subItemId, keptDeviceId }) => ({
    needs: ['isSummary'],
    query: { isSummary: false },
    body: [keptDeviceId],
    // As the call that chooses the devices names them.
    besides: { query: { projectId: workshopId, subentryId: subItemId } },
  }),
  'GET /ModelTree/GetSubentryTree': ({ companyId, workshopId, subItemId }) => ({
    needs: ['projectId'],
    query: { companyId, projectId: workshopId, isGetModelTree: true, subentryId: subItemId, language: 'en' },
  }),
  'POST /ModelTree/UpdateSubentryModelTree': ({ companyId, workshopId, subItemId, keptDeviceId }) => ({
    needs: ['projectId', 'subentryId'],
    query: { companyId, projectId: workshopId, subentryId: subItemId },
    body: [keptDeviceId],
  }),
  'GET /ModelTree/GetBigSmallType': ({ companyId }) => ({ query: { companyId } }),
  'POST /ModelTree/GetModelTreeGroupStatistics': ({ projectId }) => ({
    body: { subareaIdList: [projectId], Type: 'class' },
  }),
  'POST /ModelTree/GetModelTreeProjectStatistics': ({ projectId }) => ({
    body: { subareaIdList: [projectId], PageIndex: 1, PageSize: 20 },
  }),
  'GET /ModelTree/GetChild': ({ projectId, subsystemId }) => ({
    needs: ['projectId'],
    query: { projectId, language: 'en', subsystem: subsystemId },
  }),
  'GET /ModelTree/GetUserModel': ({ projectId, memberId }) => ({
    needs: ['projectId', 'userId'],
    query: { projectId, userId: memberId },
  }),
  'POST /ModelTree/GetTableListRead': board,
  'POST /ModelTree/GetTableListReadScreen': board,
  'POST /TableField/UpdateTableField': ({ projectId }) => ({
    needs: ['TableType', 'Field'],
    body: { ForeignId: projectId, TableType: 7, Field: '{}' },
  }),
  'GET /TableField/GetTableField': ({ projectId }) => ({ needs: ['type'], query: { foreignId: projectId, type: 7 } }),
  'GET /Point/GetSubsystemAndModelTreeDropdownList': ({ projectId }) => ({
    needs: ['projectId'],
    query: { projectId, language: 'en' },
  }),
  'POST /Point/AddPointRelevance': ({ sparePointId, deviceId, anotherPointId }) => ({
    needs: ['PointIdA', 'PointRelevanceList'],
    body: { PointIdA: sparePointId, ModelTreeIdA: deviceId, PointRelevanceList: [{ PointIdB: anotherPointId }] },
  }),
  'POST /Point/GetPointRelevance': ({ pointId, deviceId }) => ({
    needs: ['pointId'],
    query: { modelTreeId: deviceId, pointId },
  }),
  'POST /Point/BatchAddModelTree': ({ projectId, subsystemId, classId, areaId, sparePointId, freePointName }) => ({
    needs: ['ProjectId', 'BigTypeId', 'SmallTypeId', 'ModelTreeInfoList'],
    body: {
      ProjectId: projectId,
      BigTypeId: subsystemId,
      SmallTypeId: classId,
      LocationId: areaId,
      ModelTreeInfoList: [{ ModelTreeName: freePointName, PointIdList: [sparePointId] }],
      OperateType: 'refuse',
    },
  }),
  'POST /Point/PointCancelRelevanceModelTreeOrLocation': ({ sparePointId }) => ({
    needs: ['cancelType'],
    query: { cancelType: 3 },
    body: [sparePointId],
  }),
  'POST /Point/PointCancelRelevance': ({ pointId, deviceId }) => ({
    needs: ['modelTreeId'],
    query: { modelTreeId: deviceId },
    body: [pointId],
  }),
  'POST /Point/PointRelevanceModelTreeAndLocation': ({ sparePointId, deviceId, areaId }) => ({
    needs: ['PointIdList', 'ModelTreeOrLocationIdList'],
    body: { PointIdList: [sparePointId], ModelTreeOrLocationIdList: [deviceId, areaId] },
  }),
  'POST /Point/ImportModelTree': ({ deviceSheet, projectId }) => ({
    query: { industry: 1 },
    files: [deviceSheet],
    // A caller who sets up several projects must name one; the flows cover callers with one project.
    besides: { query: { projectId } },
  }),
  'POST /Point/BatchUpdatePoint': ({ projectId, sparePointId, pointTypeId }) => ({
    needs: ['UpdatePointType', 'PointIdList', 'Level'],
    body: {
      UpdatePointType: 'level',
      PointIdList: [sparePointId],
      PointName: 'Air',
      FindPointName: '',
      PointTypeId: pointTypeId,
      Unit: '°C',
      Level: 2,
      IsWrite: false,
      ProjectId: projectId,
      StorageSpaceExtendList: [{ Key: 'tag', Value: 'TT-101' }],
    },
  }),
  'GET /Point/GetPointPageDropdownList': ({ projectId }) => ({ needs: ['projectId'], query: { projectId } }),
  'GET /Point/GetPointModelTreeSysInfo': ({ pointId, projectId }) => ({
    needs: ['pointId'],
    query: { pointId, projectId },
  }),
  'GET /Role_Func/GetCompany_RoleList': ({ companyId, projectRoleId }) => ({
    query: { roleId: projectRoleId, PlatformType: 'business', industry: 1, companyId, language: 'en' },
  }),
  'POST /Role_Func/UpdateRole_Func': ({ companyRoleId }) => ({
    needs: ['RoleId'],
    body: { FuncIdS: [26, 27], HalfSelection: [34], RoleId: companyRoleId, StorageSpaceExtendList: [] },
  }),
  'GET /Role_Func/GetUser_FuncNewList': ({ userId, projectId, companyId }) => ({
    needs: ['type'],
    query: { userId, projectId, companyId, type: 2 },
  }),
  'GET /Role_Func/GetUser_RoleList': ({ userId, projectId }) => ({ query: { userId, projectId } }),
  'POST /User_Subarea/GetUser_Role_SubareaList': ({ companyId, projectId, companyRoleId, projectRoleId }) => ({
    body: {
      CompanyId: companyId,
      UserType: 'all',
      SubareaId: projectId,
      UserNameOrMobile: 'o',
      CompanyRoleId: companyRoleId,
      ProjectRoleId: projectRoleId,
      ActiveStatus: true,
      SortType: 'name',
      IsAsc: true,
      Language: 'en',
      pageIndex: 1,
      pageSize: 20,
    },
  }),
  'POST /User_Subarea/DeleteUser_Role_Subarea': ({ companyId, projectId, spareMemberId }) => ({
    needs: ['SubareaId', 'UserIdList'],
    body: { CompanyId: companyId, SubareaId: projectId, UserIdList: [spareMemberId], StorageSpace: [] },
  }),
  'GET /User_Subarea/GetUser_RoleList': ({ companyId, projectRoleId }) => ({
    needs: ['roleId'],
    query: { companyId, roleId: projectRoleId },
  }),
  'POST /User_Subarea/RelationUser_Role_Subarea': ({ projectRoleId, memberId, projectId, companyId }) => ({
    needs: ['RoleId', 'UserRoleSubareaIds'],
    body: {
      RoleId: projectRoleId,
      UserRoleSubareaIds: [{ UserId: memberId, SubareaId: projectId }],
      CompanyId: companyId,
    },
  }),
  'GET /User_Subarea/GetRole_UserList': ({ projectRoleId, companyId }) => ({
    needs: ['RoleId'],
    query: { RoleId: projectRoleId, companyId, pageIndex: 1, pageSize: 20 },
  }),
  'DELETE /User_Subarea/DeleteUser_RoleList': ({ spareEntryId }) => ({
    needs: ['UserRoleIdS'],
    query: { UserRoleIdS: spareEntryId },
  }),
  'POST /User_Subarea/ImportProjectUser': ({ companyId, projectId, newcomerSheet }) => ({
    needs: ['projectSubareaId'],
    query: { companyId, projectSubareaId: projectId, isSystemImport: false },
    files: [newcomerSheet],
  }),
  'POST /User_Subarea/ImportCompanyUser': ({ companyId, memberSheet }) => ({
    query: { companyId },
    files: [memberSheet],
  }),
  'GET /User_Subarea/GetCompanyUserDropdown': ({ companyId }) => ({ query: { companyId } }),
  'GET /User_Subarea/GetCompanyAllUserDropdown': ({ companyId }) => ({ query: { companyId } }),
  'GET /AlarmActive/GetAlarmMessageByUserId': ({ companyId, projectId }) => ({
    query: { pageIndex: 1, pageSize: 99, companyId, subareaIdList: projectId },
  }),
  'POST /AlarmActive/GetAlarmOverNum': ({ companyId }) => ({ query: { companyId } }),
  'POST /AlarmActive/GetAlarmAct': ({ companyId }) => ({ query: { status: 0, companyId } }),
  'POST /AlarmActive/GetAlarmClear': ({ companyId }) => ({ query: { CompanyId: companyId } }),
  'POST /AlarmActive/updateStatus': ({ alarmId }) => ({ needs: ['id'], query: { id: alarmId } }),
  'GET /AlarmActive/GetAlarmDetail': ({ alarmId }) => ({ needs: ['alarmId'], query: { alarmId } }),
  'POST /AlarmActive/GetSmsPushLogPage': pushes,
  'POST /AlarmActive/GetCallPushLogPage': pushes,
  'POST /AlarmActive/getAppPushLogPage': pushes,
  'POST /AlarmActive/GetSmsPushLogUserDropdownList': pushes,
  'POST /AlarmActive/GetCallPushLogUserDropdownList': pushes,
  'POST /AlarmActive/GetAppPushLogUserDropdownList': pushes,
  'GET /AlarmActive/GetAlarmPushStatus': ({ projectId }) => ({
    needs: ['projectId', 'startTime', 'endTime'],
    query: { projectId, startTime: hoursAgo(24), endTime: hoursAgo(0) },
  }),
  'POST /DeviceMonitoryPoint/PreAlarmPage': ({ companyId, areaId, projectId }) => ({
    body: {
      pageIndex: 1,
      pageSize: 20,
      CompanyId: companyId,
      Area: areaId,
      subareaList: [projectId],
      pname: 'Freezer',
    },
  }),
  'GET /DeviceMonitoryPoint/UpdatePraAlarmFeedback': ({ warningId }) => ({
    needs: ['feedback', 'ID'],
    query: { feedback: 'watching', ID: warningId },
  }),
  'POST /AlarmPlayScreen/GetAlarmPlayScreenPage': ({ companyId }) => ({
    body: { UserId: 120, CompanyId: companyId, PageIndex: 1, PageSize: 20 },
  }),
  'POST /AlarmPlayScreen/ReadAlarmPlayScreen': ({ popupId }) => ({ body: [popupId] }),
  // In a partition, or in none.
  'POST /Subarea/AddSubarea': (ids) => ({ needs: ['subareaName'], body: place(ids), ofCompany: ['full', 'empty'] }),
  'POST /Subarea/AddProject': (ids) => ({ needs: ['ProjectName'], body: place(ids) }),
  'POST /Subarea/GetProjectPage': filteredPlace,
  'POST /Subarea/ExportProjectPage': filteredPlace,
  'POST /Subarea/UpdateProjectModel': (ids) => ({ needs: ['subareaId'], body: place(ids) }),
  'POST /Subarea/UpdateProjectCompany': (ids) => ({
    needs: ['CompanyId', 'OldCompanyId', 'ProjectIdList'],
    body: place(ids, {
      subareaId: ids.projectToHandOverId,
      ProjectIdList: [ids.projectToHandOverId],
      CompanyId: ids.sisterCompanyId,
      OldCompanyId: ids.companyId,
    }),
  }),
  'POST /Subarea/GetAccessCompany': (ids) => ({ body: place(ids) }),
  // One setting at least.
  'POST /Subarea/BatchSetProject': (ids) => ({ needs: ['ProjectIdList', 'ProjectLevel'], body: place(ids) }),
  'POST /Subarea/RecoverProject': (ids) => ({
    needs: ['ProjectIdList'],
    body: place(ids, { subareaId: ids.deletedProjectId, ProjectIdList: [ids.deletedProjectId] }),
  }),
  'POST /Subarea/GetSubareaDelPage': filteredPlace,
  'PUT /Subarea/EditSubarea': (ids) => ({
    needs: ['subareaId'],
    body: place(ids, { subareaId: ids.spareAreaId, parentId: ids.projectId }),
  }),
  // Its partition and its grade.
  'PUT /Subarea/EditProject': (ids) => ({ needs: ['subareaId'], body: place(ids), ofCompany: ['full'] }),
  'DELETE /Subarea/DeleteSubarea': (ids) => ({
    needs: ['subareaId'],
    query: place(ids, { subareaId: ids.spareAreaId }),
  }),
  'DELETE /Subarea/DeleteProject': (ids) => ({
    needs: ['ProjectIdList'],
    query: place(ids, { subareaId: ids.projectToDeleteId, ProjectIdList: [ids.projectToDeleteId] }),
  }),
  'GET /User/login': ({ account, password }) => ({ needs: ['account', 'pwd'], query: { account, pwd: password } }),
  'POST /User/AddCompany_Apply': ({ code, mobile }) => ({
    needs: ['Code', 'companyName', 'industry', 'fullname', 'mobile'],
    body: { Code: code, companyName: 'Newcomers', industry: 1, fullname: 'Li Na', mobile },
  }),
  'GET /User/GetUserBigScreen': ({ companyId }) => ({ needs: ['companyId'], query: { companyId } }),
  'GET /User/MobileCodeUP': ({ mobile }) => ({
    needs: ['mobile'],
    query: { mobile, region: '86', title: '修改手机号' },
  }),
  'GET /User/MobileCode': ({ mobile }) => ({ needs: ['mobile'], query: { mobile, region: '86', title: '找回密码' } }),
  'POST /User/ForgetPwd': ({ ownMobile, code, password }) => ({
    needs: ['Mobile', 'Code', 'Pwd'],
    body: { Mobile: ownMobile, Code: code, Pwd: password },
  }),
  'POST /User/UpdateUserInfo': () => ({
    needs: ['Nickname'],
    body: { Nickname: 'Lin', CompanyName: 'Cold Store', Depart: 'Night shift' },
  }),
  'POST /User/UpdateAvatar': ({ fileUrl }) => ({ query: { url: fileUrl } }),
  'POST /User/UpdatePwd': ({ password, code }) => ({
    needs: ['pwd', 'newPwd'],
    query: { newPwd: `${password}x` },
    body: { pwd: password },
    // §5.3: changing a password needs a verification code.
    besides: { body: { Code: code } },
  }),
  'POST /User/UpdatePwdByUserId': ({ madeUserId }) => ({
    needs: ['newPwd'],
    query: { newPwd: 'Pw_Forgotten_1' },
    body: madeUserId,
  }),
  // 503: no other provider of accounts is set up here.
  'POST /User/UpdateWChart': ({ password }) => ({ needs: ['pwd'], body: { pwd: password }, refusal: 503 }),
  'POST /User/UpdateEmail': ({ password, email, code }) => ({
    needs: ['pwd', 'email'],
    body: { pwd: password, email },
    // An address that nobody has proven is taken only where no mail can be sent.
    besides: { body: { code } },
  }),
  'POST /User/UpdateMobile': ({ password, mobile, code }) => ({
    needs: ['pwd', 'mobile', 'code'],
    body: { pwd: password, mobile, code },
  }),
  'GET /User/GetUserDropdownByMobileOrName': ({ account }) => ({ query: { mobileOrName: account } }),
  'GET /User/QueryUser': ({ account }) => ({ needs: ['mobileOrName'], query: { mobileOrName: account } }),
  'GET /User/RefreshToken': ({ refreshToken }) => ({ needs: ['refreshToken'], query: { refreshToken } }),
  'GET /User/LoginOrRegisterSMSCode': ({ mobile }) => ({ needs: ['mobile'], query: { mobile, region: '86' } }),
  'POST /User/LoginOrRegister': ({ mobile, code }) => ({
    needs: ['Mobile', 'SMSCode'],
    body: { Mobile: mobile, Avatar: '', SMSCode: code, UserSource: 2 },
  }),
  'POST /User/UpdateUserPreferences': () => ({ needs: ['Preferences'], body: { Preferences: '{"theme":"dark"}' } }),
  'GET /User/GetCountryDropdownList': () => ({ query: { language: 'en' } }),
  'POST /Weather/GetWeatherPage': () => ({
    body: { Address: 'Store', DateType: 0, TimeQuantum: '2026-11-01,2026-11-30', PageIndex: 1, PageSize: 20 },
  }),
  'POST /NewRepairActive/GetNewRepairActivePage': (ids) => ({
    query: { pageSize: 20, pageIndex: 1 },
    body: repairs(ids),
  }),
  'POST /NewRepairActive/GetNewRepairActivePageQueryParameter': ({ companyId, projectId }) => ({
    query: { companyId },
    body: [projectId],
  }),
  'POST /NewRepairActive/GetNewRepairActiveMessagePage': ({ companyId }) => ({
    query: { companyId, pageIndex: 1, pageSize: 10 },
  }),
  'POST /NewRepairActive/ExportNewRepairActivePage': (ids) => ({ body: repairs(ids) }),
  'POST /Download/GetDownloadPage': () => ({ body: { IsGenerate: 1, IsRead: 0, PageIndex: 1, PageSize: 20 } }),
  'POST /Download/DownloadRead': ({ downloadId }) => ({ body: [downloadId] }),
  'POST /Upload/Upload': () => ({ files: [new File([picture], 'dot.png', { type: 'image/png' })] }),
  'GET /Upload/DelFile': ({ spareFileUrl }) => ({ needs: ['path'], query: { path: spareFileUrl } }),
  'POST /Upload/HtmlToPdf': () => ({
    needs: ['ObjectName', 'htmlText'],
    body: { BucketName: 'reports', ObjectName: 'report.pdf', htmlText: '<h1>Report</h1>' },
  }),
};
