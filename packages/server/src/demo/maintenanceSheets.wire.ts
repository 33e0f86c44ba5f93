const item = (Name: string, Content: string, more: object = {}) => ({
  ...{ Name, Content, Required: true, Unit: '', Low: null, High: null, Reference: '', OptionList: [], LineList: [] },
  ...more,
});
/** The number of a type of points of the company by its code. */
type TypeId = (code: string) => number | null;

/** What the teams of the demo check, as templates keep it. */
export const demoTemplatesOf = (typeId: TypeId) => [
  {
    name: '冷库月度保养',
    type: '冷库',
    groups: [
      {
        GroupName: '库体',
        ItemList: [
          item('库门密封', 'option', {
            OptionList: [
              { Text: '完好', Ok: true },
              { Text: '轻微结霜', Ok: true },
              { Text: '破损', Ok: false },
            ],
          }),
          item('地面与排水', 'yesNo'),
        ],
      },
      {
        GroupName: '制冷',
        ItemList: [
          item('蒸发器化霜', 'reference', { Reference: '化霜后翅片无冰' }),
          item('吸气压力', 'numerical', {
            ...{ Unit: 'bar', Low: 0.5, High: 3 },
            Source: { PointTypeId: null, PointName: '吸气压力', Statistic: 'mean', Hours: 24 },
          }),
          item('风机', 'list', { LineList: ['1 号风机', '2 号风机'] }),
          item('已检查部件', 'checklist', {
            LineList: ['接线', '保温', '传感器', '点位数据'],
            CheckList: ['', '', '', 'pointsGood'],
          }),
          item('各冷间温度', 'list', {
            ...{ Unit: '°C', Required: false },
            Source: { PointTypeId: typeId('temperature'), PointName: '', Statistic: 'now', Hours: 24 },
          }),
          item('机组故障', 'option', {
            Required: false,
            OptionList: [
              { Text: '正常', Ok: true, Value: 0 },
              { Text: '故障', Ok: false, Value: 1 },
            ],
            Source: { PointTypeId: null, PointName: '机组故障', Statistic: 'now', Hours: 24 },
            Photo: 'whenBad',
          }),
          item('说明', 'text', { Required: false }),
        ],
      },
    ],
  },
  {
    name: '冷柜季度保养',
    type: '冷柜',
    groups: [{ GroupName: '柜体', ItemList: [item('冷凝器清洁', 'yesNo'), item('门封', 'yesNo')] }],
  },
  {
    name: '门封与排水巡检',
    type: '冷库',
    groups: [{ GroupName: '库体', ItemList: [item('门封', 'yesNo'), item('地面与排水', 'yesNo')] }],
  },
];
const good: Readonly<Record<string, object>> = {
  '0 0': { Text: '完好' },
  '0 1': { Text: 'yes' },
  '1 0': { Text: 'ok' },
  '1 1': { Text: '1.8' },
  '1 2': { LineList: ['正常', '正常'] },
  '1 3': { LineList: ['接线', '保温', '传感器', '点位数据'] },
};

/** What was answered at a visit by the first template. @param isBad one item is not as it should be */
export const demoAnswers = (isBad: boolean) =>
  Object.entries(good).map(([where, answer]) => {
    const [Group, Item] = where.split(' ').map(Number);
    const isOff = isBad && where === '0 0';
    return { Group, Item, Text: '', LineList: [], Note: '', ...answer, ...(isOff && { Text: '破损', Note: '已报修' }) };
  });
