import type { Samples } from '../sampleValues.ts';

export const samplesOfPeople: Samples = {
  addInvitation: ({ companyRoleId, projectId, projectRoleId }) => ({
    body: {
      CompanyRoleId: companyRoleId,
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      Note: 'For the night shift',
    },
  }),
  addRole: ({ companyRoleId, freeAccount }) => ({
    body: { RoleName: `Role ${freeAccount}`, CopyRoleId: companyRoleId },
  }),
  addUserRoleSubarea: ({ companyRoleId, projectId, projectRoleId, freeAccount }) => ({
    body: {
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
  addUserRoleSubareaList: ({ companyRoleId, memberId, projectId, projectRoleId }) => ({
    body: {
      UserList: [
        {
          UserId: memberId,
          CompanyRoleId: companyRoleId,
          ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
        },
      ],
    },
  }),
  batchSetUserModelTreeAndAlarmLevel: ({ memberId, deviceId }) => ({
    body: {
      UserIdList: [memberId],
      DeviceMode: 'listed',
      ReadWrite: 'read',
      ModelTreeList: [{ ModelTreeId: deviceId, ReadWrite: 'readWrite' }],
      AlarmLevelList: [1, 2],
    },
  }),
  correctImportUser: ({ projectId, memberSheet }) => ({
    query: { projectSubareaId: projectId, isSystemImport: false },
    files: [memberSheet],
  }),
  deleteUserRoleList: ({ spareEntryId }) => ({ query: { UserRoleIdS: String(spareEntryId) } }),
  deleteUserRoleSubarea: ({ projectId, spareMemberId }) => ({
    body: { SubareaId: projectId, UserIdList: [spareMemberId], StorageSpace: [] },
  }),
  getCompanyPage: () => ({ body: { Text: 'Ours', FlagList: [] } }),
  getCompanyRoleList: ({ companyRoleId }) => ({
    query: { roleId: companyRoleId, PlatformType: 'business', industry: 1, language: 'en' },
  }),
  getImportUserTemplate: ({ projectId }) => ({ query: { projectSubareaId: projectId } }),
  getInvitationInfo: ({ invitationCode }) => ({ query: { code: invitationCode } }),
  getInvitationPage: () => ({ query: { State: 'open' } }),
  getRoleUserList: ({ projectRoleId }) => ({ query: { RoleId: projectRoleId, UserNameOrMobile: 'a' } }),
  getUserFuncNewList: () => ({ query: { type: 2 } }),
  getUserModel: ({ memberId }) => ({ query: { userId: memberId } }),
  getUserRoleSubarea: ({ memberId }) => ({ query: { userId: memberId } }),
  getUserRoleSubareaList: () => ({
    body: {
      ...{ UserType: 'all', UserNameOrMobile: 'o', ActiveStatus: true, Language: 'en' },
      ...{ CompanyRoleId: undefined, ProjectRoleId: undefined },
    },
  }),
  getUserView: ({ memberId }) => ({ query: { userId: memberId } }),
  getUserWhy: ({ memberId }) => ({ query: { userId: memberId, funcIdS: '26,27', alarmLevel: 1 } }),
  getUsersOfRole: ({ projectRoleId }) => ({ query: { roleId: projectRoleId } }),
  importCompanyUser: ({ memberSheet }) => ({ query: { isDryRun: false, skipWrong: true }, files: [memberSheet] }),
  importProjectUser: ({ projectId, newcomerSheet }) => ({
    query: { projectSubareaId: projectId, isSystemImport: false, isDryRun: false, skipWrong: false },
    files: [newcomerSheet],
  }),
  loginOrRegisterByInvitation: ({ code }) => ({ body: { Region: '86', SMSCode: code, RealName: 'Li Na' } }),
  relationUserRoleSubarea: ({ projectRoleId, memberId, projectId }) => ({
    body: { RoleId: projectRoleId, UserRoleSubareaIds: [{ UserId: memberId, SubareaId: projectId }] },
  }),
  resetUserModel: ({ memberId }) => ({ body: { UserIdList: [memberId] } }),
  setDefaultRole: ({ companyRoleId }) => ({ body: { RoleId: companyRoleId } }),
  setUserActive: ({ spareMemberId }) => ({ body: { UserIdList: [spareMemberId], ActiveStatus: false } }),
  updateCompanyPlatforms: ({ sisterCompanyId }) => ({
    body: {
      OfCompanyId: sisterCompanyId,
      FlagList: ['workOrder', 'dataScreen'],
      DataScreenUrl: 'https://screen.example.com/{company}?code={code}',
    },
  }),
  updateCompanySettings: ({ memberId }) => ({
    body: {
      DataScreenUrl: 'https://screen.example.com/{company}?lang={language}',
      KnowledgeHubUrl: 'https://hub.example.com',
      UserIdListWithoutProof: [memberId],
    },
  }),
  updateRole: ({ companyRoleId, freeAccount }) => ({
    body: { RoleId: companyRoleId, RoleName: `Renamed ${freeAccount}` },
  }),
  updateRoleFunc: ({ companyRoleId }) => ({
    body: {
      RoleId: companyRoleId,
      FuncIdS: [11, 16],
      HalfSelection: [17],
      PlatformType: 'business',
      StorageSpaceExtendList: [{ Key: 'colour', Value: 'blue' }],
    },
  }),
  updateUserRoleSubarea: ({ memberId, companyRoleId, projectId, projectRoleId }) => ({
    body: {
      UserId: memberId,
      RealName: 'Li Na',
      Depart: 'Night shift',
      CompanyRoleIdList: [companyRoleId],
      ProjectRoleList: [{ SubareaId: projectId, RoleId: projectRoleId }],
      SubareaId: projectId,
      StorageSpace: [{ Key: 'badge', Value: '17' }],
    },
  }),
};
