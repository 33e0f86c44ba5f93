import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about data screens and walls. */
export const displayErrors = {
  nameTaken: {
    code: 409,
    field: 'Name',
    zh: '同名的数据大屏已存在',
    en: 'A data screen of this name exists already.',
  },
  noProjects: {
    code: 400,
    field: 'ProjectIdList',
    zh: '请选择至少一个项目，或显示全部项目',
    en: 'Choose at least one project, or show all of them.',
  },
  seesTooLittle: {
    code: 403,
    zh: '墙面屏幕显示这些项目的全部设备和报警，只有能查看全部内容的人员才能设置或配对',
    en: 'A wall shows every device and alarm of these projects. Only people who see all of that set it up or pair it.',
  },
  wrongCode: {
    code: 404,
    field: 'Code',
    zh: '没有屏幕正在显示该配对码，或配对码已过期',
    en: 'No screen shows this code, or it has expired.',
  },
  pairingOver: { code: 404, zh: '配对码已过期', en: 'The code has expired.' },
  notPaired: { code: 401, zh: '该屏幕未配对或已被撤销', en: 'This screen is not paired, or was revoked.' },
  hoursReversed: {
    code: 400,
    field: 'UntilHour',
    zh: '结束时间须晚于开始时间',
    en: 'The end is after the beginning.',
  },
} as const satisfies ErrorCatalogue;
