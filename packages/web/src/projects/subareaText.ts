import { defineText } from '../lib/defineText.ts';

export const subareaText = defineText({
  tree: { zh: '分区与项目', en: 'Partitions and projects' },
  search: { zh: '搜索分区、项目', en: 'Search partitions and projects' },
  company: { zh: '企业', en: 'Company' },
  empty: { zh: '还没有分区和项目', en: 'No partitions or projects yet' },
  emptyHint: {
    zh: '分区用来组织项目，例如“华东”“杭州”。',
    en: 'Partitions organise projects, by region or by brand for example.',
  },
  noneMatching: { zh: '没有匹配的分区或项目', en: 'No partition or project matches' },
  dragHint: {
    zh: '拖动可移动或排序，横线为落点，向右拖即放入分区；也可用“移动到”。',
    en: 'Drag to move or to order: the line shows where it goes, further right is into a partition. Or use “Move to”.',
  },
  addPartition: { zh: '新增分区', en: 'Add partition' },
  addPartitionIn: { zh: (name: string) => `在“${name}”下新增分区`, en: (name: string) => `Add a partition to ${name}` },
  addProject: { zh: '新增项目', en: 'Add project' },
  addArea: { zh: '新增区域', en: 'Add area' },
  rename: { zh: '重命名', en: 'Rename' },
  renameOf: { zh: (name: string) => `重命名“${name}”`, en: (name: string) => `Rename ${name}` },
  move: { zh: '移动到', en: 'Move to' },
  moveOf: { zh: (name: string) => `移动“${name}”`, en: (name: string) => `Move ${name}` },
  moveTo: { zh: '目标分区', en: 'Partition' },
  moveUp: { zh: '上移', en: 'Move up' },
  moveDown: { zh: '下移', en: 'Move down' },
  moved: { zh: '已移动', en: 'Moved' },
  delete: { zh: '删除', en: 'Delete' },
  deletePartition: {
    zh: (name: string) => `删除分区“${name}”？`,
    en: (name: string) => `Delete the partition ${name}?`,
  },
  deletePartitionHint: {
    zh: '其下的空分区一并删除；仍有项目时不能删除。',
    en: 'Empty partitions below it go along. While it holds projects it stays.',
  },
  deleteArea: { zh: (name: string) => `删除区域“${name}”？`, en: (name: string) => `Delete the area ${name}?` },
  deleteAreaHint: {
    zh: '区域内的设备保留在项目中，不再属于任何区域。',
    en: 'Its devices stay in the project, without an area.',
  },
  deleted: { zh: '已删除', en: 'Deleted' },
  saved: { zh: '已保存', en: 'Saved' },
  partitionName: { zh: '分区名称', en: 'Name' },
  areaName: { zh: '区域名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  nameEnHint: { zh: '英文界面显示；不填则显示原名称', en: 'Shown on English screens; without it the name itself is' },
  cancel: { zh: '取消', en: 'Cancel' },
  areas: { zh: '区域', en: 'Areas' },
  areasOf: { zh: (name: string) => `区域：${name}`, en: (name: string) => `Areas of ${name}` },
  noAreas: { zh: '还没有区域', en: 'No areas yet' },
  noAreasHint: {
    zh: '区域是项目内的位置，例如“冷冻间”“收货区”，用来给设备分组。',
    en: 'Areas are places within the project, such as a freezer room or the loading bay. They group devices.',
  },
  searchArea: { zh: '搜索区域', en: 'Search areas' },
  partitionHolds: {
    zh: (partitions: number, projects: number) => `${partitions} 个分区，${projects} 个项目`,
    en: (partitions: number, projects: number) =>
      `${partitions} partition${partitions === 1 ? '' : 's'}, ${projects} project${projects === 1 ? '' : 's'}`,
  },
  chooseOne: { zh: '选择左侧的分区或项目', en: 'Choose a partition or a project' },
  chooseOneHint: {
    zh: '选择分区可在其下新增，选择项目可管理其区域。',
    en: 'In a partition you add partitions and projects, in a project you manage its areas.',
  },
  edit: { zh: '编辑项目', en: 'Edit project' },
});
