import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about scheduled tasks. Spec §4: an invalid time expression is an error. */
export const schedulingErrors = {
  invalidExpression: {
    code: 400,
    field: 'JobTimeExpression',
    zh: '时间表达式无效：{why}（依次为分 0–59、时 0–23、日、月、星期）',
    en: 'This time expression is not valid: {why}. In this order: minute 0–59, hour 0–23, day, month, weekday.',
  },
  noPosition: {
    code: 400,
    field: 'JobTimeExpression',
    zh: '项目没有设置地理位置，无法计算日出和日落',
    en: 'The project has no position on the map, so nobody knows its sunrise and sunset. Set it in the project.',
  },
  alreadyUndone: { code: 409, zh: '此次执行已撤销', en: 'This run has been undone already.' },
  nothingToUndo: {
    code: 409,
    zh: '此次执行没有写入任何值，或执行前的值未知，无法撤销',
    en: 'This run wrote nothing, or the values before it are not known. It cannot be undone.',
  },
  isRunning: {
    code: 409,
    zh: '任务正在执行，请等待其结束',
    en: 'This task is running. Wait until it has ended.',
  },
  neverDue: {
    code: 400,
    field: 'JobTimeExpression',
    zh: '时间表达式在未来 366 天内没有执行时间',
    en: 'This time expression is never due within the next 366 days.',
  },
  tooOften: {
    code: 400,
    field: 'JobTimeExpression',
    zh: '两次执行的间隔不能少于 60 秒',
    en: 'A task cannot be due more often than every 60 seconds.',
  },
  groupNameTaken: { code: 409, field: 'GroupName', zh: '分组名称已存在', en: 'A group of this name exists already.' },
  jobNameTaken: {
    code: 409,
    field: 'JobName',
    zh: '该分组中任务名称已存在',
    en: 'The group has a task of this name already.',
  },
  groupInUse: {
    code: 409,
    zh: '分组中还有任务，请先删除或移走',
    en: 'There are tasks in this group. Delete or move them first.',
  },
  differentZones: {
    code: 400,
    field: 'ProjectIdList',
    zh: '分组中的项目须在同一时区',
    en: 'The projects of a group must lie in one time zone.',
  },
  notOfProjects: {
    code: 400,
    field: 'PointIdList',
    zh: '点位“{point}”不属于所选项目',
    en: 'The point “{point}” does not belong to these projects.',
  },
  pointInUse: {
    code: 409,
    zh: '点位“{point}”仍被任务“{job}”写入',
    en: 'The point “{point}” is still written by the task “{job}”.',
  },
  notOfGroup: {
    code: 400,
    field: 'PointValueList',
    zh: '点位不在任务分组中，请先加入分组',
    en: 'A point is not in the group of this task. Add it to the group first.',
  },
  noPoints: {
    code: 400,
    field: 'PointValueList',
    zh: '请至少选择一个要写入的点位',
    en: 'Choose at least one point to write.',
  },
  samePointTwice: {
    code: 400,
    field: 'PointValueList',
    zh: '同一点位只能写入一次',
    en: 'A point can be written once by a task.',
  },
  valueRefused: {
    code: 400,
    field: 'PointValueList',
    zh: '“{point}”：{why}',
    en: '“{point}”: {why}',
  },
  urlNeeded: { code: 400, field: 'Url', zh: '请填写接口地址', en: 'Enter the address to call.' },
  urlRefused: {
    code: 400,
    field: 'Url',
    zh: '不能调用该地址：须为 http 或 https，且不是内网地址',
    en: 'This address cannot be called: it must be http or https, and not private.',
  },
  parseNeedsPointer: {
    code: 400,
    field: 'ParsePointer',
    zh: '请填写 JSON 路径，如 /data/code',
    en: 'Enter where in the JSON to look, such as /data/code.',
  },
} as const satisfies ErrorCatalogue;
