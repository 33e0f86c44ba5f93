import type { ErrorCatalogue } from '../errors.ts';

export const projectErrors = {
  partitionNameTaken: {
    code: 409,
    field: 'SubareaName',
    zh: '分区名称「{name}」已被使用',
    en: 'The partition name “{name}” is already in use.',
  },
  areaNameTaken: {
    code: 409,
    field: 'SubareaName',
    zh: '区域名称「{name}」已被使用',
    en: 'The area name “{name}” is already in use.',
  },
  projectNameTaken: {
    code: 409,
    field: 'ProjectName',
    zh: '企业内已有名为「{name}」的项目',
    en: 'The company already has a project named “{name}”.',
  },
  wrongParent: {
    code: 400,
    field: 'parentId',
    zh: '分区和项目只能放在企业或分区下，区域只能放在项目或区域下',
    en: 'Partitions and projects belong to the company or to a partition, areas to a project or another area.',
  },
  areaStaysInProject: {
    code: 400,
    field: 'parentId',
    zh: '区域不能移到其他项目',
    en: 'An area cannot move to another project.',
  },
  withinItself: {
    code: 400,
    field: 'parentId',
    zh: '不能移到它自己或它的下级中',
    en: 'A place cannot move into itself or into one below it.',
  },
  tooDeep: {
    code: 409,
    field: 'parentId',
    zh: '分区最多 {depth} 级',
    en: 'Partitions may be nested at most {depth} deep.',
  },
  areasTooDeep: {
    code: 409,
    field: 'parentId',
    zh: '区域最多 {depth} 级',
    en: 'Areas may be nested at most {depth} deep.',
  },
  partitionNotEmpty: {
    code: 409,
    zh: '分区「{name}」下还有 {count} 个项目，请先移走或删除这些项目',
    en: 'The partition “{name}” still holds {count} projects. Move or delete them first.',
  },
  notAPartition: {
    code: 400,
    field: 'subareaId',
    zh: '请选择分区或区域：项目请用项目删除',
    en: 'Choose a partition or an area. Projects are deleted as projects.',
  },
  nothingToSet: { code: 400, zh: '请至少修改一项', en: 'Change at least one setting.' },
  serviceEndsBeforeStart: {
    code: 400,
    field: 'ServiceEnd',
    zh: '项目「{name}」的服务开始日期晚于结束日期',
    en: 'The service of “{name}” would start after it ends.',
  },
  tooManyLabels: {
    code: 400,
    field: 'TagList',
    zh: '项目「{name}」的标签超过 {max} 个',
    en: '“{name}” would have more than {max} labels.',
  },
  unknownSubsystem: {
    code: 400,
    field: 'BigTypeIdList',
    zh: '所选子系统不存在，请刷新后重选',
    en: 'One of these subsystems does not exist. Refresh and choose again.',
  },
  subsystemInUse: {
    code: 409,
    field: 'BigTypeIdList',
    zh: '项目中仍有属于以下子系统的设备，不能取消：{names}',
    en: 'The project still has devices of these subsystems, so they stay: {names}.',
  },
  notDeleted: {
    code: 409,
    zh: '所选项目不在已删除列表中，可能已被恢复，请刷新',
    en: 'Some of these projects are not in the deleted list. They may have been restored. Refresh.',
  },
  recoverOneByOne: {
    code: 400,
    field: 'ProjectName',
    zh: '只有恢复单个项目时才能改名',
    en: 'A new name can be given only when one project is restored.',
  },
  sameCompany: {
    code: 400,
    field: 'CompanyId',
    zh: '项目已属于该企业，请选择其他企业',
    en: 'The project belongs to this company already. Choose another one.',
  },
  openWork: {
    code: 409,
    field: 'ProjectIdList',
    zh: '请先完成、撤回或终止：{list}',
    en: 'First finish, revoke or terminate: {list}.',
  },
  tooManyToExport: {
    code: 400,
    zh: '共 {count} 个项目，一次最多导出 {max} 个，请缩小筛选范围',
    en: 'There are {count} projects; at most {max} fit into one file. Narrow the filter.',
  },
} satisfies ErrorCatalogue;
