import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about floor plans. Spec §8. */
export const planErrors = {
  locationFirst: {
    code: 400,
    field: 'LocationId',
    zh: '请先选择位置，再上传底图',
    en: 'Choose the location before the base map.',
  },
  baseMapMissing: {
    code: 400,
    field: 'BaseMap',
    zh: '底图不存在，请先上传底图',
    en: 'The base map does not exist. Upload it first.',
  },
  mayNotCreate: { code: 403, zh: '没有创建平面图的权限', en: 'You have no permission to create a floor plan.' },
  nameTaken: {
    code: 409,
    field: 'PlanName',
    zh: '该位置已有同名平面图',
    en: 'There is a floor plan of this name for this location already.',
  },
  changedMeanwhile: {
    code: 409,
    field: 'Revision',
    zh: '平面图已被他人修改，请重新加载后再编辑',
    en: 'Somebody else changed the floor plan meanwhile. Load it again before you edit.',
  },
  notOfProject: {
    code: 400,
    field: ['ItemList', 'LocationId'],
    zh: '有设备、点位或区域不属于该项目，请重新加载',
    en: 'A device, point or area is not of this project. Load the plan again.',
  },
} satisfies ErrorCatalogue;
