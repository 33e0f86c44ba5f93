import type { ErrorCatalogue } from '../../errors.ts';

export const strategyErrors = {
  pointsOfOtherProject: {
    code: 400,
    field: ['AddPointIdList', 'PointIdList'],
    zh: '所选点位不存在、不可见或不属于该项目',
    en: 'A chosen point does not exist, is not visible to you or is of another project.',
  },
  sourcesOfOtherProject: {
    code: 400,
    field: ['AddGatewayIdList', 'GatewayIdList'],
    zh: '所选网关或从站不存在或不属于该项目',
    en: 'A chosen gateway or slave does not exist or is of another project.',
  },
  contactOutside: {
    code: 400,
    field: 'ContactList',
    zh: '所选联系人不是该项目的成员，收不到报警',
    en: 'A chosen person is no member of this project and cannot be notified of its alarms.',
  },
  unknownClass: { code: 400, field: 'SmallTypeId', zh: '设备类型不存在', en: 'There is no such device class.' },
  unknownType: { code: 400, field: 'PointTypeId', zh: '点类型不存在', en: 'There is no such point type.' },
  stateOfAnalog: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '状态量条件只能用于状态量点位：{names}',
    en: 'A state condition goes onto status points only: {names}',
  },
  limitOfStatus: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '数值条件只能用于模拟量点位：{names}',
    en: 'A condition about numbers goes onto analog points only: {names}',
  },
  /** Spec §5.2 lets limits move along; on what is no number, or on the value itself, they say nothing. */
  followsItself: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '限值不能跟随被判断的点位自身：{names}',
    en: 'A limit cannot follow the point it judges: {names}',
  },
  followsState: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '只能跟随模拟量点位：{names}',
    en: 'Only an analog point can be followed: {names}',
  },
  unclearReference: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '设备上该类型的点位不止一个（{candidates}），请选择点位名称：{names}',
    en: 'There are several points of this type ({candidates}): choose which by its name. Devices: {names}',
  },
  nothingToLookAt: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '设备上没有该点位，此条件无法判断：{names}',
    en: 'There is no such point, so this condition would judge nothing: {names}',
  },
  cannotRun: {
    code: 400,
    field: ['RuleList', 'Definition'],
    zh: '该条件不完整或数值有误，无法运行',
    en: 'This condition is incomplete or its numbers do not go together.',
  },
  lastPoints: {
    code: 400,
    field: ['RemovePointIdList', 'PointIdList'],
    zh: '请至少保留一个报警点位；不再需要该策略时请删除或关闭它',
    en: 'At least one alarm point must stay. Delete or close the policy when it is no longer needed.',
  },
  someGone: {
    code: 404,
    zh: '{count} 条所选策略已不存在，未做任何修改；列表已更新，请重新选择',
    en: '{count} of the chosen policies are no longer there, so nothing was changed. The list is up to date now: choose again.',
  },
  gone: {
    code: 404,
    zh: '该策略已被删除，无法保存；已填写的内容仍在页面上，可另存为新策略',
    en: 'This policy has been deleted meanwhile and cannot be saved. What you entered is still here: save it as a new policy.',
  },
  ruleGone: {
    code: 409,
    field: 'RuleList',
    zh: '要修改的条件已被删除，请刷新后重试',
    en: 'A condition you changed has been deleted meanwhile. Load the policy again.',
  },
  otherKind: {
    code: 400,
    field: 'Definition',
    zh: '设备单独的设置须与条件同类',
    en: 'Limits of a device of its own must be of the same kind as the condition.',
  },
  notWatched: {
    code: 400,
    field: 'ModelTreeId',
    zh: '该设备没有由此条件监视的点位',
    en: 'None of the device’s points is watched by this condition.',
  },
  nothingChosen: {
    code: 400,
    field: 'PointIdList',
    zh: '请至少选择一种筛选条件或点位',
    en: 'Choose at least one device class, point type, area, device or point.',
  },
  templateWithoutType: {
    code: 400,
    field: 'TemplateId',
    zh: '该模板的点类型已被删除，请先在模板中重新选择',
    en: 'The point type of this template was deleted. Choose another one in the template first.',
  },
  tooManyStrategies: {
    code: 400,
    field: 'ModelTreeIdList',
    zh: '一次最多生成 {limit} 条策略，请减少设备或改为每个项目一条',
    en: 'At most {limit} policies are made at a time. Choose fewer devices, or one policy for each project.',
  },
  tooManyPoints: {
    code: 400,
    field: ['AddPointIdList', 'PointIdList', 'ModelTreeIdList'],
    zh: '一条策略最多 {limit} 个点位',
    en: 'A policy has at most {limit} points.',
  },
} satisfies ErrorCatalogue;
