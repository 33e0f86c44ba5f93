import type { Bilingual, CallSpec, Language } from '../call.ts';

/** What people say of a call whose summary speaks to programmers. */
// biome-ignore format: a table is read by columns
const ownWords: Readonly<Record<string, Bilingual>> = {
  addOrUpdateEventNotice: { zh: '新增或修改事件通知', en: 'Add or change an event notice' },
  addOrUpdateModelProperty: { zh: '新增或修改企业自定义属性', en: 'Add or change a property' },
  addOrUpdateStrategyTemplate: { zh: '新增或修改策略模板', en: 'Add or change a policy template' },
  addPoint: { zh: '新增点位', en: 'Add a point' },
  addPointRelevance: { zh: '设置点位的关联点位', en: 'Choose related points' },
  applyStrategyTemplate: { zh: '下发策略模板', en: 'Give a policy template to devices' },
  applyTemplate: { zh: '应用模板', en: 'Use a template' },
  batchControlDown: { zh: '批量写入点位', en: 'Write to many points' },
  batchUpdatePoint: { zh: '批量修改点位', en: 'Change points' },
  cancelBatchWrite: { zh: '取消批量写入', en: 'Leave out the rest of a batch' },
  controlDown: { zh: '写入点位', en: 'Write to a point' },
  copyModelTree: { zh: '复制设备', en: 'Copy a device' },
  copyTemplate: { zh: '另存为自定义模板', en: 'Save a copy of a template' },
  createSignInCode: { zh: '生成一次性登录码', en: 'Make a one-time sign-in code' },
  deleteModelProperty: { zh: '删除企业自定义属性', en: 'Delete a property' },
  deleteUserRoleList: { zh: '收回成员的角色', en: 'Take roles away from members' },
  deleteUserRoleSubarea: { zh: '移除成员', en: 'Remove members' },
  editModelTreeShowPoint: { zh: '设置设备展示点位', en: 'Choose what a device shows' },
  editPoint: { zh: '修改点位', en: 'Change a point' },
  finishOpenId: { zh: '第三方账号登录或绑定', en: 'Sign in with, or link, another account' },
  getUserBigScreen: { zh: '打开数据大屏', en: 'Open the data screen' },
  loginByBody: { zh: '账号登录', en: 'Log in' },
  refreshDeviceModelTree: { zh: '刷新项目设备树', en: 'Read the devices of a project again' },
  saveAbsence: { zh: '登记或修改休假', en: 'Enter or change leave' },
  saveAsTemplate: { zh: '将点位存为模板', en: 'Save points as a template' },
  saveCalendarDays: { zh: '设置节假日与调休', en: 'Set days of the calendar' },
  saveDutyRota: { zh: '保存值班表', en: 'Save a rota' },
  saveWebhook: { zh: '保存 Webhook', en: 'Save a webhook' },
  setVirtualPoint: { zh: '设置虚拟点位的值', en: 'Set a virtual point' },
  testWebhook: { zh: '测试 Webhook', en: 'Test a webhook' },
  updateEmail: { zh: '修改邮箱', en: 'Change the e-mail address' },
  updateMobile: { zh: '修改手机号', en: 'Change the phone number' },
  updatePointWriteLimit: { zh: '设置点位写入限制', en: 'Set limits of writing' },
  updatePwd: { zh: '修改密码', en: 'Change the password' },
  updatePwdByUserId: { zh: '重设成员密码', en: 'Set the password of a member' },
  updateTemplate: { zh: '修改模板', en: 'Change a template' },
  updateWChart: { zh: '绑定或解绑第三方账号', en: 'Link or unlink another account' },
  verifyIdentity: { zh: '验证身份', en: 'Prove one’s identity' },
};

/** What the product does by itself, in its time, or its operator by a command. */
// biome-ignore format: a table is read by columns
export const ownDeeds = {
  eraseDeletedHistory: { zh: '清除已删除点位的历史数据', en: 'Erase the history of a deleted point' },
  eraseHistory: { zh: '清除点位的一段历史数据', en: 'Erase a stretch of a point’s history' },
  fillHistory: { zh: '补录点位的历史数据', en: 'Fill in a point’s history' },
  moveWaybillByFence: { zh: '运单按围栏发车或到达', en: 'Depart or arrive a waybill by its geofence' },
  keepHistory: { zh: '设置历史数据保留时间', en: 'Set how long history is kept' },
  switchWebhookOff: { zh: '自动关闭 Webhook', en: 'Switch off a webhook' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** What was done, for the log: what a call's summary says before it goes into details. */
export const callInWords = (name: string, spec: Pick<CallSpec, 'summary'>, language: Language): string =>
  ownWords[name]?.[language] ?? spec.summary[language].split(/[;；:：(（]/)[0]!.trim();
