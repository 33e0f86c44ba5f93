import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about diagrams. */
export const diagramErrors = {
  nameTaken: {
    code: 409,
    field: 'DiagramName',
    zh: '该项目已有同名组态图',
    en: 'The project has a diagram of this name already.',
  },
  changedMeanwhile: {
    code: 409,
    zh: '{who}已于此期间保存了第 {version} 版，请重新加载后再编辑',
    en: '{who} saved version {version} meanwhile. Load it before you edit.',
  },
  notOfProject: {
    code: 400,
    zh: '{field}：元件 {node} 绑定的设备、点位或图不属于该项目',
    en: '{field}: symbol {node} is bound to a device, point or diagram that is not of this project.',
  },
  noSuchVersion: { code: 404, zh: '该版本已不存在', en: 'There is no such version any more.' },
} satisfies ErrorCatalogue;
