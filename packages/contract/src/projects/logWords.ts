import { defineLogWords, type Words } from '../logs/defineLogWords.ts';

const industries: Words = {
  1: { zh: '冷链', en: 'cold chain' },
  2: { zh: '商超', en: 'supermarkets' },
  3: { zh: '农牧', en: 'livestock' },
  4: { zh: '文物', en: 'cultural relics' },
};

/** Also of what is logged as `state` elsewhere. */
export const projectStateWords: Words = {
  valid: { zh: '正常', en: 'valid' },
  disabled: { zh: '已停用', en: 'disabled' },
  expired: { zh: '已到期', en: 'expired' },
  deleted: { zh: '已删除', en: 'deleted' },
};

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const projectLogWords = defineLogWords({
  subjects: {
    area: { zh: '区域', en: 'Area' },
    partition: { zh: '分区', en: 'Partition' },
    project: { zh: '项目', en: 'Project' },
  },
  fields: {
    area: { zh: '区域', en: 'Area', pointsAt: 'place' },
    areas: { zh: '区域数', en: 'Areas' },
    beforeId: { zh: '排在其前', en: 'Placed before', pointsAt: 'place' },
    BigTypeIdList: { zh: '子系统', en: 'Subsystems', pointsAt: 'subsystem' },
    DeletedFrom: { zh: '删除日期起', en: 'Deleted from' },
    DeletedTo: { zh: '删除日期止', en: 'Deleted until' },
    disabled: { zh: '停用', en: 'Disabled' },
    Industry: { zh: '行业', en: 'Industry', values: industries },
    industry: { zh: '行业', en: 'Industry', values: industries },
    IsLocated: { zh: '已定位', en: 'Has a position' },
    labels: { zh: '标签', en: 'Labels' },
    latitude: { zh: '纬度', en: 'Latitude' },
    longitude: { zh: '经度', en: 'Longitude' },
    parentId: { zh: '上级', en: 'Parent', pointsAt: 'place' },
    partitions: { zh: '分区数', en: 'Partitions' },
    ProjectLevel: { zh: '级别', en: 'Level' },
    serviceEnd: { zh: '服务结束', en: 'Service end' },
    ServiceEndFrom: { zh: '服务结束日期起', en: 'Service ends from' },
    ServiceEndTo: { zh: '服务结束日期止', en: 'Service ends until' },
    serviceStart: { zh: '服务开始', en: 'Service start' },
    StateList: { zh: '状态', en: 'State', values: projectStateWords },
    subsystems: { zh: '子系统', en: 'Subsystems' },
    TagList: { zh: '标签', en: 'Labels' },
    timeZone: { zh: '时区', en: 'Time zone' },
  },
});
