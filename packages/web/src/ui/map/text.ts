import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  zoomIn: { zh: '放大', en: 'Zoom in' },
  zoomOut: { zh: '缩小', en: 'Zoom out' },
  showAll: { zh: '显示全部', en: 'Show all' },
  loading: { zh: '正在加载地图', en: 'Loading the map' },
  failed: { zh: '地图未能加载', en: 'The map could not be loaded' },
  failedHint: { zh: '网络中断，或系统刚刚更新。', en: 'The network failed, or the product was just updated.' },
  retry: { zh: '重试', en: 'Try again' },
  after: { zh: (words: string) => `，${words}`, en: (words: string) => `, ${words}` },
  group: {
    zh: (count: number, words: string) => `${count} 处，${words}。放大查看`,
    en: (count: number, words: string) => `${count} places, ${words}. Zoom in`,
  },
  groupNoAlarms: { zh: '均无报警', en: 'no alarms' },
  groupBeyond: {
    zh: (worst: string, count: number) => `${worst}，另有 ${count} 个超限`,
    en: (worst: string, count: number) => `${worst}, ${count} beyond limits`,
  },
  groupWorst: {
    zh: (count: number, word: string) => `${count} 处报警，最高级别：${word}`,
    en: (count: number, word: string) => `${count} with alarms, worst: ${word}`,
  },
  latitude: { zh: '纬度', en: 'Latitude' },
  longitude: { zh: '经度', en: 'Longitude' },
  latitudeRange: { zh: '纬度为 −90 到 90 之间的数', en: 'Latitude is a number from −90 to 90' },
  longitudeRange: { zh: '经度为 −180 到 180 之间的数', en: 'Longitude is a number from −180 to 180' },
  bothOrNone: { zh: '经度和纬度须同时填写', en: 'Give both latitude and longitude, or neither' },
  clear: { zh: '清除位置', en: 'Clear position' },
  pickHint: {
    zh: '在地图上点击，或拖动标记；也可直接输入坐标（WGS-84，十进制度），或粘贴“纬度, 经度”。',
    en: 'Click the map or drag the marker, type coordinates (WGS-84, decimal degrees), or paste “latitude, longitude”.',
  },
  pickOnMap: { zh: '在地图上选择位置', en: 'Pick the position on the map' },
  middle: { zh: '圆心；方向键移动', en: 'Middle. Arrow keys move it' },
  radius: { zh: '半径；方向键移动', en: 'Radius. Arrow keys move it' },
  corner: {
    zh: (n: number) => `顶点 ${n}；方向键移动，Delete 删除`,
    en: (n: number) => `Corner ${n}. Arrow keys move it, Delete removes it`,
  },
  marker: {
    zh: (latitude: string, longitude: string) => `标记：纬度 ${latitude}，经度 ${longitude}；方向键移动`,
    en: (latitude: string, longitude: string) =>
      `Marker at latitude ${latitude}, longitude ${longitude}. Arrow keys move it`,
  },
});
