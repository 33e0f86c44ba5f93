import type { ErrorCatalogue } from '../errors.ts';

/** Refusals of downloads of point data. Spec §5.4, §8 and §9. */
export const dataDownloadErrors = {
  noPoints: { code: 400, field: 'pointIdList', zh: '请至少选择一个点位', en: 'Choose at least one point.' },
  tooManyPoints: {
    code: 400,
    field: 'pointIdList',
    zh: '一次最多下载 {count} 个点位',
    en: 'A download takes at most {count} points.',
  },
  pointsGone: {
    code: 400,
    field: 'pointIdList',
    zh: '所选点位中有 {count} 个已不存在或无权查看，请重新选择点位',
    en: 'Of the points chosen, {count} no longer exist or are not for you to see. Choose the points again.',
  },
  intervalTooShort: {
    code: 400,
    field: 'tmes',
    zh: '查询超出限制：下载该时间范围的数据，间隔至少为 {minutes} 分钟',
    en: 'Query range exceeds limit: a download over this range needs an interval of at least {minutes} minutes.',
  },
  mixedPointTypes: {
    code: 400,
    field: 'pointIdList',
    zh: '标注报警时只能选择同一种点类型，当前选择了：{types}',
    en: 'With alarms marked, choose points of one point type. You chose: {types}.',
  },
  mixedKinds: {
    code: 400,
    field: 'pointIdList',
    zh: '标注报警时不能同时选择模拟量和状态量点位',
    en: 'With alarms marked, do not mix analog and state points.',
  },
  twiceInZip: {
    code: 400,
    field: 'zipFileList',
    zh: '压缩包中的文件名重复：{name}',
    en: 'Two files in the archive have the same name: {name}.',
  },
  outsideZip: {
    code: 400,
    field: 'zipFileList',
    zh: '压缩包文件中的点位必须是所选点位',
    en: 'The files of the archive may only hold points that are chosen.',
  },
  tooMuchAtOnce: {
    code: 400,
    field: 'pointIdList',
    zh: '约 {count} 个数值，数据量较大，请改为后台下载',
    en: 'About {count} values: too much to wait for. Download in the background instead.',
  },
  tooMuchForPdf: {
    code: 400,
    field: 'pointIdList',
    zh: 'PDF 最多容纳 {count} 个数值，请减少点位、缩短范围、加大间隔，或改用 Excel',
    en: 'A PDF holds at most {count} values. Choose fewer points, a shorter range or a longer interval, or take Excel.',
  },
  noPointData: { code: 404, zh: '所选时间内没有点位数据', en: 'No point data in this time.' },
  notRepeatable: {
    code: 400,
    field: 'DownloadId',
    zh: '只有点位数据的下载可以换成上个月重新生成',
    en: 'Only a download of point data can be made again for last month.',
  },
} satisfies ErrorCatalogue;
