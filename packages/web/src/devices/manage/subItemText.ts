import { defineText } from '../../lib/defineText.ts';

export const subItemText = defineText({
  hint: {
    zh: '把设备归入能耗分项。取消「计入合计」的设备仍显示在分项中，但不重复计量（例如它位于同一分项的总表之后）。设备移到其他分项后，从当天起计入新分项，此前的电量仍属原分项。',
    en: 'Devices by end use of energy. One that does not count in the sum is still listed, but not counted twice: it sits behind another meter of the same sub-item. One that is moved counts for its new sub-item from that day on; what it used before stays with the old one.',
  },
  add: { zh: '新增分项', en: 'Add sub-item' },
  rename: { zh: '修改名称', en: 'Rename' },
  remove: { zh: '删除分项', en: 'Delete sub-item' },
  removeTitle: { zh: (name: string) => `删除分项「${name}」？`, en: (name: string) => `Delete “${name}”?` },
  removeHint: { zh: '其下级分项一并删除；设备不受影响。', en: 'Those below it go along; the devices stay.' },
  choose: { zh: '选择设备', en: 'Choose devices' },
  chooseTitle: { zh: (name: string) => `${name} 的设备`, en: (name: string) => `Devices of ${name}` },
  name: { zh: '分项名称', en: 'Sub-item' },
  nameEn: { zh: '英文名称', en: 'English name' },
  counts: { zh: '计入合计', en: 'Counts in the sum' },
  countsFor: { zh: (name: string) => `${name} 计入合计`, en: (name: string) => `${name} counts in the sum` },
  device: { zh: '设备', en: 'Device' },
  none: { zh: '该分项还没有设备', en: 'No devices in this sub-item yet' },
  own: { zh: '自定义', en: 'Own' },
});
