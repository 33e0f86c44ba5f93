import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  templates: { zh: '策略模板', en: 'Alarm policy templates' },
  search: { zh: '搜索模板名称或备注', en: 'Search name or remarks' },
  name: { zh: '模板名称', en: 'Template name' },
  conditions: { zh: '触发条件', en: 'Conditions' },
  made: { zh: '已生成策略', en: 'Policies made' },
  add: { zh: '新增模板', en: 'Add template' },
  edit: { zh: '编辑', en: 'Edit' },
  copy: { zh: '复制', en: 'Copy' },
  delete: { zh: '删除', en: 'Delete' },
  apply: { zh: '下发到设备', en: 'Give to devices' },
  none: { zh: '还没有策略模板', en: 'No templates yet' },
  noneHint: {
    zh: '为一种设备类型写好限值，再一次下发到各项目的同类设备。',
    en: 'Write the limits of a class of devices once, then give them to its devices in every project.',
  },
  deleteTitle: {
    zh: (count: number) => (count === 1 ? '删除该模板？' : `删除 ${count} 个模板？`),
    en: (count: number) => (count === 1 ? 'Delete this template?' : `Delete ${count} templates?`),
  },
  deleteHint: {
    zh: '已由其生成的策略保留，不再与模板关联。',
    en: 'Policies made of it stay and go on alarming; they belong to no template any more.',
  },
  deleted: { zh: '已删除', en: 'Deleted' },
  saved: { zh: '已保存', en: 'Saved' },
  cancel: { zh: '取消', en: 'Cancel' },
  copyName: { zh: (name: string) => `${name.slice(0, 22)} 副本`, en: (name: string) => `${name.slice(0, 20)} copy` },
  gone: { zh: '该模板不存在或已被删除', en: 'There is no such template, or it has been deleted' },
  typeGone: {
    zh: '该模板的点类型已被删除，请重新选择后再下发。',
    en: 'The point type of this template was deleted. Choose another one before giving it to devices.',
  },
  hint: {
    zh: '模板不含点位和联系人：下发时找出该类型设备上的点位，同类点有多个时取设备的主点位；联系人在各项目的策略中添加，值班表照常生效。',
    en: 'A template has neither points nor people: its points are found on the devices it is given to (where a device has several of the type, its main point), people are added to the policies it makes. Rotas count as everywhere.',
  },
  changesNothing: {
    zh: '修改模板不会改变已生成的策略。',
    en: 'A change here leaves the policies that were made of it as they are.',
  },

  applyTitle: { zh: (name: string) => `下发“${name}”`, en: (name: string) => `Give “${name}” to devices` },
  projects: { zh: '项目', en: 'Projects' },
  allProjects: { zh: '全选', en: 'All' },
  devices: { zh: '设备', en: 'Devices' },
  allDevices: {
    zh: (name: string) => `全部“${name}”`,
    en: (name: string) => `All of the class “${name}”`,
  },
  oneProject: { zh: '只选一个项目时可指定设备', en: 'Single devices can be chosen within one project' },
  how: { zh: '生成方式', en: 'Makes' },
  perProject: { zh: '每个项目一条策略', en: 'One policy a project' },
  perDevice: { zh: '每台设备一条策略', en: 'One policy a device' },
  enabled: { zh: '立即开启', en: 'Enabled at once' },
  preview: { zh: '预览', en: 'Preview' },
  counts: {
    zh: (devices: number, points: number) => `${devices} 台设备，${points} 个点位`,
    en: (devices: number, points: number) =>
      `${devices} ${devices === 1 ? 'device' : 'devices'}, ${points} ${points === 1 ? 'point' : 'points'}`,
  },
  watched: { zh: (count: number) => `${count} 个已在监视`, en: (count: number) => `${count} watched already` },
  makes: {
    zh: (count: number) => `新建 ${count} 条策略`,
    en: (count: number) => (count === 1 ? 'makes a policy' : `makes ${count} policies`),
  },
  extends: { zh: (name: string) => `加入策略“${name}”`, en: (name: string) => `added to the policy “${name}”` },
  nothing: { zh: '没有需要下发的点位', en: 'nothing to do' },
  lacking: {
    zh: (count: number) => `${count} 台设备缺少或无法确定所需点位：`,
    en: (count: number) =>
      count === 1
        ? '1 device lacks a point that is needed, or has several:'
        : `${count} devices lack points that are needed, or have several:`,
  },
  notWatched: {
    zh: (name: string, types: string) => `${name}：没有“${types}”点位，不受监视`,
    en: (name: string, types: string) => `${name}: no point of the type ${types}, so it is not watched`,
  },
  watchedWithout: {
    zh: (name: string, types: string) => `${name}：没有“${types}”点位，受监视，但不参照这些点位`,
    en: (name: string, types: string) => `${name}: no point of the type ${types}; watched without it`,
  },
  notJudged: {
    zh: (name: string, types: string) => `${name}：没有“${types}”点位，参照它的条件不判断任何点位`,
    en: (name: string, types: string) => `${name}: no ${types}, so the condition that refers to it judges nothing`,
  },
  unclear: {
    zh: (name: string, types: string, candidates: string) =>
      `${name}：“${types}”不止一个（${candidates}），不受监视；请在模板中选择点位名称`,
    en: (name: string, types: string, candidates: string) =>
      `${name}: several points of ${types} (${candidates}), so it is not watched: choose which by name in the template`,
  },
  andMore: { zh: (count: number) => `另有 ${count} 台`, en: (count: number) => `and ${count} more` },
  noDevices: { zh: '没有该类型的设备', en: 'no devices of this class' },
  applied: {
    zh: (made: number, extended: number) =>
      [made > 0 ? `已生成 ${made} 条策略` : '', extended > 0 ? `已扩充 ${extended} 条策略` : '']
        .filter(Boolean)
        .join('，'),
    en: (made: number, extended: number) =>
      [made > 0 ? `${made} ${made === 1 ? 'policy' : 'policies'} made` : '', extended > 0 ? `${extended} extended` : '']
        .filter(Boolean)
        .join(', '),
  },

  fromTemplate: { zh: '从模板新建', en: 'From a template' },
  chooseTemplate: { zh: '选择模板（可选）', en: 'Choose a template (optional)' },
  fromTemplateHint: {
    zh: '填入模板的条件与通知设置，再选择点位。',
    en: 'Fills in its conditions and notification; choose the points after.',
  },
});
