import type { ProjectState, WhatGoesWith } from '@watchpost/contract';
import { defineText } from '../lib/defineText.ts';

export const projectStateText = defineText({
  valid: { zh: '有效', en: 'Valid' },
  disabled: { zh: '已停用', en: 'Disabled' },
  expired: { zh: '已到期', en: 'Expired' },
  deleted: { zh: '已删除', en: 'Deleted' },
} satisfies Record<ProjectState, { zh: string; en: string }>);

/** Valid, but not yet. */
export const notBegunText = defineText({
  notBegun: { zh: '未开始', en: 'Not begun' },
  from: { zh: (day: string) => `服务自 ${day} 开始`, en: (day: string) => `Service starts on ${day}` },
});

/** The fields of a project, as lists, forms and the read view call them. */
export const fieldText = defineText({
  name: { zh: '项目名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  nameEnHint: { zh: '英文界面显示；不填则显示项目名称', en: 'Shown on English screens; without it the name itself is' },
  code: { zh: '项目编号', en: 'Code' },
  state: { zh: '状态', en: 'State' },
  industry: { zh: '行业', en: 'Industry' },
  partition: { zh: '所属分区', en: 'Partition' },
  noPartition: { zh: '企业（无分区）', en: 'The company itself' },
  grade: { zh: '项目等级', en: 'Grade' },
  gradeOf: { zh: (n: number) => `${n} 级`, en: (n: number) => `Grade ${n}` },
  labels: { zh: '标签', en: 'Labels' },
  labelsHint: { zh: '输入后按回车添加', en: 'Type one and press Enter' },
  address: { zh: '地址', en: 'Address' },
  noAddress: { zh: '未填写地址', en: 'No address' },
  position: { zh: '地图位置', en: 'Position' },
  located: { zh: '已标注', en: 'Set' },
  notLocated: { zh: '未标注', en: 'Not set' },
  timeZone: { zh: '时区', en: 'Time zone' },
  ofCompany: { zh: '与企业相同', en: 'As the company' },
  ofCompanyZone: { zh: (zone: string) => `${zone}（同企业）`, en: (zone: string) => `${zone} (company)` },
  service: { zh: '服务期', en: 'Service' },
  serviceStart: { zh: '服务开始', en: 'Service starts' },
  serviceEnd: { zh: '服务结束', en: 'Service ends' },
  serviceEndHint: { zh: '含当天；留空表示长期有效', en: 'The last day included; empty means without end' },
  unlimited: { zh: '长期', en: 'No end' },
  subsystems: { zh: '子系统', en: 'Subsystems' },
  subsystemsHint: { zh: '不选则按项目中的设备显示', en: 'None chosen: those of its devices' },
  subsystemInUse: {
    zh: (name: string, devices: number) => `${name}（${devices} 台设备）`,
    en: (name: string, devices: number) => `${name} (${devices} device${devices === 1 ? '' : 's'})`,
  },
  description: { zh: '描述', en: 'Description' },
  cover: { zh: '封面', en: 'Cover' },
  noCover: { zh: '没有封面', en: 'No cover picture' },
  devices: { zh: '设备', en: 'Devices' },
  gateways: { zh: '网关', en: 'Gateways' },
  members: { zh: '成员', en: 'Members' },
  areas: { zh: '区域', en: 'Areas' },
  // Below their number.
  areasOf: { zh: (_: number) => '区域', en: (n: number) => (n === 1 ? 'Area' : 'Areas') },
  devicesOf: { zh: (_: number) => '设备', en: (n: number) => (n === 1 ? 'Device' : 'Devices') },
  gatewaysOf: { zh: (_: number) => '网关', en: (n: number) => (n === 1 ? 'Gateway' : 'Gateways') },
  membersOf: { zh: (_: number) => '成员', en: (n: number) => (n === 1 ? 'Member' : 'Members') },
  created: { zh: '创建时间', en: 'Created' },
  createdBy: { zh: '创建人', en: 'Created by' },
});

export const projectsText = defineText({
  projects: { zh: '项目', en: 'Projects' },
  structure: { zh: '分区结构', en: 'Structure' },
  deleted: { zh: '已删除', en: 'Deleted' },
  tabs: { zh: '项目管理', en: 'Project management' },
  add: { zh: '新增项目', en: 'Add project' },
  edit: { zh: '编辑', en: 'Edit' },
  editTitle: { zh: (name: string) => `编辑项目：${name}`, en: (name: string) => `Edit ${name}` },
  open: { zh: '进入项目', en: 'Open project' },
  disable: { zh: '停用', en: 'Disable' },
  enable: { zh: '启用', en: 'Enable' },
  transfer: { zh: '转移到其他企业', en: 'Hand over to another company' },
  delete: { zh: '删除', en: 'Delete' },
  batchSet: { zh: '批量设置', en: 'Change settings' },
  empty: { zh: '还没有项目', en: 'No projects yet' },
  emptyHint: {
    zh: '新增第一个项目，然后邀请成员、接入网关。',
    en: 'Add the first one, then invite members and connect gateways.',
  },
  added: { zh: (name: string) => `已新增项目“${name}”`, en: (name: string) => `${name} added` },
  saved: { zh: '已保存', en: 'Saved' },
  cancel: { zh: '取消', en: 'Cancel' },
  several: { zh: (n: number) => `${n} 个项目`, en: (n: number) => `${n} projects` },
  andMore: { zh: (n: number) => `等，另有 ${n} 个`, en: (n: number) => `and ${n} more` },
  mayNotOpen: { zh: '您未加入此项目', en: 'You are not a member of it' },

  disableTitle: { zh: (what: string) => `停用${what}？`, en: (what: string) => `Disable ${what}?` },
  disableHint: {
    zh: '停用后仍可看到项目，但不显示实时数据，也不发送通知；采集和记录照常进行，启用后数据没有缺口。',
    en: 'It stays visible, without live data and without notifications. Recording goes on, so enabling it finds no hole.',
  },
  disabled: { zh: '已停用', en: 'Disabled' },
  enabled: { zh: '已启用', en: 'Enabled' },

  deleteTitle: { zh: (what: string) => `删除${what}？`, en: (what: string) => `Delete ${what}?` },
  deleteHint: {
    zh: '项目移入“已删除”，所有人立即看不到它；之后可以恢复，期间的数据照常记录。',
    en: 'It goes to the deleted list and out of everybody’s sight at once. It can be restored; meanwhile recording goes on.',
  },
  deletedNow: { zh: (what: string) => `已删除${what}`, en: (what: string) => `${what} deleted` },
  goesAlong: { zh: '同时受影响', en: 'Goes along' },
  nothingGoesAlong: {
    zh: '没有设备、网关、成员或报警受影响。',
    en: 'No devices, gateways, members or alarms are concerned.',
  },

  transferTitle: { zh: (what: string) => `转移${what}`, en: (what: string) => `Hand over ${what}` },
  transferTo: { zh: '接收企业', en: 'Company that gets it' },
  transferHint: {
    zh: '项目连同设备、网关、历史数据和报警一起转移。本企业成员将失去访问权限；转入后位于接收企业根目录，需在那里重新加入成员。',
    en: 'Devices, gateways, history and alarms move along. Members of this company lose access; in the other company it stands outside of all partitions and needs members of its own.',
  },
  noOtherCompany: { zh: '没有可接收的企业', en: 'No company to hand over to' },
  noOtherCompanyHint: {
    zh: '只能转移给您同样有项目编辑权限的企业。',
    en: 'You can hand over only to companies in which you may edit projects, too.',
  },
  transferred: { zh: (company: string) => `已转移到${company}`, en: (company: string) => `Handed over to ${company}` },
  atMost: { zh: (n: number) => `一次最多 ${n} 个`, en: (n: number) => `At most ${n} at a time` },

  batchTitle: { zh: (n: number) => `设置 ${n} 个项目`, en: (n: number) => `Settings of ${n} projects` },
  batchHint: {
    zh: '只修改勾选的项；勾选后留空表示清除。全部成功或全部不变。',
    en: 'Only what is ticked changes; ticked and empty means cleared. All projects change, or none.',
  },
  batchChanged: {
    zh: (n: number) => `已修改 ${n} 个项目`,
    en: (n: number) => `${n} project${n === 1 ? '' : 's'} changed`,
  },
  labelsReplace: { zh: '替换为', en: 'Replace by' },
  labelsAdd: { zh: '添加', en: 'Add' },
  labelsRemove: { zh: '移除', en: 'Remove' },
  labelsMode: { zh: '标签操作', en: 'What to do with the labels' },
  apply: { zh: '应用', en: 'Apply' },

  restore: { zh: '恢复', en: 'Restore' },
  restored: {
    zh: (n: number) => `已恢复 ${n} 个项目`,
    en: (n: number) => `${n} project${n === 1 ? '' : 's'} restored`,
  },
  restoreAs: { zh: '以新名称恢复', en: 'Restore under a new name' },
  deletedAt: { zh: '删除时间', en: 'Deleted' },
  deletedBy: { zh: '删除人', en: 'Deleted by' },
  noneDeleted: { zh: '没有已删除的项目', en: 'No deleted projects' },
  noneDeletedHint: {
    zh: '删除的项目会保留在这里，可随时恢复。',
    en: 'Deleted projects are kept here and can be restored.',
  },

  basics: { zh: '基本信息', en: 'Basics' },
  place: { zh: '位置', en: 'Place' },
  content: { zh: '内容', en: 'Contents' },
  setPosition: { zh: '标注位置', en: 'Set position' },
  mapOf: { zh: (name: string) => `${name}的位置`, en: (name: string) => `Where ${name} is` },
  editPosition: { zh: '修改位置', en: 'Change position' },
  savePosition: { zh: '保存位置', en: 'Save position' },
  positionSaved: { zh: '位置已保存', en: 'Position saved' },
  noPosition: { zh: '尚未标注位置', en: 'No position set' },
  noPositionHint: {
    zh: '标注后，项目会出现在总览地图上。',
    en: 'With a position the project appears on the overview map.',
  },
});

/** What hangs on a project, counted. */
export const goesAlongText = defineText({
  Partitions: { zh: (n: number) => `${n} 个分区`, en: (n: number) => `${n} partition${n === 1 ? '' : 's'}` },
  Projects: { zh: (n: number) => `${n} 个项目`, en: (n: number) => `${n} project${n === 1 ? '' : 's'}` },
  Areas: { zh: (n: number) => `${n} 个区域`, en: (n: number) => `${n} area${n === 1 ? '' : 's'}` },
  Gateways: { zh: (n: number) => `${n} 个网关`, en: (n: number) => `${n} gateway${n === 1 ? '' : 's'}` },
  Devices: { zh: (n: number) => `${n} 台设备`, en: (n: number) => `${n} device${n === 1 ? '' : 's'}` },
  Points: { zh: (n: number) => `${n} 个点位`, en: (n: number) => `${n} point${n === 1 ? '' : 's'}` },
  Alarms: { zh: (n: number) => `${n} 条当前报警`, en: (n: number) => `${n} open alarm${n === 1 ? '' : 's'}` },
  Members: { zh: (n: number) => `${n} 名成员`, en: (n: number) => `${n} member${n === 1 ? '' : 's'}` },
  Invitations: {
    zh: (n: number) => `${n} 个未使用的邀请`,
    en: (n: number) => `${n} open invitation${n === 1 ? '' : 's'}`,
  },
} satisfies Record<keyof WhatGoesWith, { zh: (n: number) => string; en: (n: number) => string }>);

export const listText = defineText({
  search: { zh: '搜索名称、编号', en: 'Search name or code' },
  serviceEnds: { zh: '到期', en: 'Ends' },
});

export const coverText = defineText({
  choose: { zh: '上传图片', en: 'Upload a picture' },
  replace: { zh: '更换', en: 'Replace' },
  remove: { zh: '移除', en: 'Remove' },
  picture: { zh: '项目封面', en: 'Cover of the project' },
  hint: { zh: 'JPG、PNG、WebP 或 GIF，不超过 4M', en: 'JPG, PNG, WebP or GIF, at most 4 MB' },
});
