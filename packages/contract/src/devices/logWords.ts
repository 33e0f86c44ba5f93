import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const deviceLogWords = defineLogWords({
  subjects: {
    device: { zh: '设备', en: 'Device' },
    deviceClass: { zh: '设备类型', en: 'Device class' },
    deviceProperty: { zh: '设备属性', en: 'Device property' },
    subItem: { zh: '能耗分项', en: 'Energy sub-item' },
  },
  fields: {
    brand: { zh: '品牌', en: 'Brand' },
    classId: { zh: '设备类型', en: 'Device class', pointsAt: 'deviceClass' },
    deviceClass: { zh: '设备类型', en: 'Device class', pointsAt: 'deviceClass' },
    deviceClassId: { zh: '设备类型', en: 'Device class', pointsAt: 'deviceClass' },
    inSummary: { zh: '计入合计', en: 'Counts in the sum' },
    mainPoint: { zh: '主点位', en: 'Main point' },
    mergedInto: { zh: '合并到', en: 'Merged into' },
    model: { zh: '型号', en: 'Model' },
    productionDate: { zh: '生产日期', en: 'Produced' },
    pointRoles: { zh: '点位角色', en: 'Roles of points', namesOwnParts: true },
    properties: { zh: '静态属性', en: 'Properties', namesOwnParts: true },
    relatedDevices: { zh: '供冷或送风的设备', en: 'Cools or supplies with air' },
    shownPoints: { zh: '展示点位', en: 'Shown points' },
    specification: { zh: '规格', en: 'Specification' },
  },
});
