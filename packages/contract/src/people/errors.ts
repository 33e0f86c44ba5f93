import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about members, roles and invitations. Spec §5.3 and §6. */
export const peopleErrors = {
  // Nobody gives, or takes from others, what they do not hold themselves
  moreThanYou: {
    code: 403,
    zh: '您自己没有以下权限，不能授予或收回：{names}',
    en: 'You cannot give or take away rights that you do not hold yourself: {names}',
  },
  aboveYou: {
    code: 403,
    zh: '{name}的权限比您多，请联系企业管理员',
    en: '{name} may do more than you. Ask a company administrator.',
  },
  scopeBeyondYours: {
    code: 403,
    zh: '您自己在此项目的设备或报警权限受限，不能授予更多',
    en: 'You see only some devices or alarms of this project yourself and cannot give more than that.',
  },
  seesEverything: {
    code: 409,
    zh: '{name}拥有全部权限，不能限制其设备和报警',
    en: '{name} holds every permission: what they see cannot be limited.',
  },
  lastAdministrator: {
    code: 409,
    zh: '企业至少保留一名启用的企业管理员，请先指定另一名',
    en: 'A company keeps at least one active administrator. Appoint another one first.',
  },
  notYourself: {
    code: 409,
    zh: '不能移除或停用自己，请由其他管理员操作',
    en: 'You cannot remove or inactivate yourself. Ask another administrator.',
  },

  // Companies
  codeOfOperator: {
    code: 403,
    zh: '带 {place} 的数据大屏地址会让该网站以打开者的身份登录，只能由平台运营方设置',
    en: 'A data screen with {place} in its address signs in there as the person who opens it. Only the operator of this installation can set it.',
  },

  // Roles
  roleUnknown: { code: 404, zh: '角色不存在，可能已被删除', en: 'This role does not exist. It may have been deleted.' },
  importedRoleUnknown: {
    code: 404,
    zh: '没有{kind}“{name}”，现有：{names}',
    en: 'There is no {kind} “{name}”. There are: {names}',
  },
  notHisNumber: {
    code: 409,
    zh: '用户名“{account}”登记的不是这个手机号',
    en: 'The username “{account}” has another phone number.',
  },
  importedTwice: { code: 409, zh: '与第 {row} 行相同', en: 'The same as in row {row}' },
  importedNameAmbiguous: {
    code: 409,
    zh: '“{name}”不止一个：{names}，请按原样填写（区分大小写）',
    en: '“{name}” could be any of these: {names}. Write it exactly as it is, in capital and small letters.',
  },
  roleNameTaken: {
    code: 409,
    field: 'RoleName',
    zh: '角色名称“{name}”已被使用，请换一个',
    en: 'The role name “{name}” is already in use. Choose another one.',
  },
  defaultRoleStays: {
    code: 409,
    zh: '默认角色不能删除，请先将另一角色设为默认',
    en: 'The default role cannot be deleted. Make another role the default first.',
  },
  noDefaultRole: {
    code: 409,
    zh: '没有可接收成员的默认角色，请先设置默认角色',
    en: 'There is no default role for its members to move to. Set one first.',
  },
  administratorRoleFixed: {
    code: 409,
    zh: '管理员角色拥有全部权限，不能修改；请新建角色',
    en: 'The administrator role holds every permission and cannot be changed. Add another role instead.',
  },
  rightOfOperator: {
    code: 403,
    zh: '仅运营本平台的企业可使用以下权限：{names}',
    en: 'Only the company that runs this installation can use: {names}',
  },
  administratorNotDefault: {
    code: 409,
    field: 'RoleId',
    zh: '管理员角色不能设为默认，否则每位新成员都会成为管理员',
    en: 'The administrator role cannot be the default: every new member would become an administrator.',
  },
  wrongRoleType: {
    code: 400,
    zh: '角色“{name}”的类型不符：企业角色用于整个企业，项目角色用于项目',
    en: 'The role “{name}” is of the wrong type: company roles are for the company, project roles for projects.',
  },
  companyRightInProjectRole: {
    code: 400,
    field: ['FuncIdS', 'AddFuncIdS'],
    zh: '项目角色不能包含企业级权限：{names}',
    en: 'A project role cannot hold rights about the company: {names}',
  },
  unknownPermission: {
    code: 400,
    field: ['FuncIdS', 'AddFuncIdS', 'HalfSelection'],
    zh: '没有编号为 {ids} 的权限',
    en: 'There is no permission with the number {ids}.',
  },
  halfAndWhole: {
    code: 400,
    field: 'HalfSelection',
    zh: '同一权限不能既选中又半选：{ids}',
    en: 'A permission cannot be selected and half-selected at once: {ids}',
  },

  // Members
  userNotFound: { code: 404, zh: '用户不存在', en: 'User not found.' },
  notAMember: { code: 404, zh: '该用户不是本企业成员', en: 'This person is not a member of the company.' },
  alreadyMember: {
    code: 409,
    field: ['UserId', 'Mobile', 'UserList'],
    zh: '{name}已是成员',
    en: '{name} is a member already.',
  },
  accountTaken: {
    code: 409,
    field: 'Account',
    zh: '用户名 {account} 已被使用，请换一个',
    en: 'The username {account} is already in use. Choose another one.',
  },
  mobileTaken: {
    code: 409,
    field: 'Mobile',
    zh: '手机号 {mobile} 已注册，可查找该用户后添加',
    en: 'The phone number {mobile} is already registered. Find that person and add them instead.',
  },
  emailTaken: {
    code: 409,
    field: 'Email',
    zh: '邮箱 {email} 已被使用',
    en: 'The e-mail address {email} is already in use.',
  },
  projectNeeded: {
    code: 400,
    field: ['ProjectRoleList', 'AddProjectRoleList'],
    zh: '请选择项目',
    en: 'Choose a project.',
  },

  // Invitations
  accessWithoutRole: {
    code: 400,
    zh: '只能限制受邀项目中的设备和报警',
    en: 'Devices and alarms can be limited only in projects that the invitation is for.',
    field: 'DataAccessList',
  },
  invitationUnknown: {
    code: 404,
    zh: '邀请不存在，请向邀请人索取新的链接',
    en: 'There is no such invitation. Ask for a new link.',
  },
  invitationExpired: {
    code: 409,
    zh: '邀请链接已过期（24 小时有效），请向邀请人索取新的链接',
    en: 'This invitation has expired: links are valid for 24 hours. Ask for a new one.',
  },
  invitationUsed: {
    code: 409,
    zh: '邀请链接已被使用，每个链接只能使用一次',
    en: 'This invitation has been used. Each link works once.',
  },
  invitationRevoked: { code: 409, zh: '邀请已被撤销', en: 'This invitation has been revoked.' },
} satisfies ErrorCatalogue;
