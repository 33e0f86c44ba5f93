import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about remote boot. */
export const remoteBootErrors = {
  unitNumberTaken: { code: 409, field: 'UnitNumber', zh: '机组编号已存在', en: 'The unit number exists.' },
  unitNumberShort: {
    code: 400,
    field: 'UnitNumber',
    zh: '机组编号须含 4 至 32 个字母或数字',
    en: 'A unit number has 4 to 32 letters or digits.',
  },
  modelTaken: {
    code: 409,
    field: 'Model',
    zh: '该型号的配管标准已存在',
    en: 'There is a pipe standard for this model already.',
  },
  rangesOverlap: {
    code: 409,
    zh: '该型号已有管径标准覆盖此范围：{range}',
    en: 'A caliber standard of this model covers part of this range already: {range}',
  },
  rangeOrder: { code: 400, zh: '范围的起点须小于终点', en: 'A range must begin below its end.' },
  standardInUse: {
    code: 409,
    zh: '标准正在使用：{units}。不能删除或改为其他型号，请修改数值，系统将生成新版本；已有结论不变',
    en: 'Used by {units}. It is neither deleted nor given another model: change its figures, which makes a new version. Verdicts that were given stay.',
  },
  validJudged: {
    code: 409,
    field: 'ValidFrom',
    zh: '已有机组按此版本判定，不能更改其生效日；请修改数值以生成新版本',
    en: 'Units were judged by this version, so its day stays. Change a figure to make a new version.',
  },
  validPast: {
    code: 400,
    field: 'ValidFrom',
    zh: '生效日不能早于今天',
    en: 'It is valid from today at the earliest.',
  },
  noStandard: {
    code: 409,
    zh: '型号“{model}”未设置配管标准',
    en: 'The model “{model}” has no pipe standard.',
  },
  notConforming: {
    code: 409,
    zh: '安装检查未通过，不能放行：{list}',
    en: 'The installation does not conform, so the unit is not released: {list}',
  },
  letterMissing: {
    code: 400,
    field: 'LetterList',
    zh: '存在不可放行的偏差：{list}。须附厂家同意函',
    en: 'These deviations block the release: {list}. Add the letter in which the maker accepts them.',
  },
  notInstalled: { code: 409, zh: '请先登记安装数据', en: 'Enter the figures of the installation first.' },
  notReleased: {
    code: 409,
    zh: '机组未放行，不能发放开机密码',
    en: 'The unit is not released, so it gets no boot password.',
  },
  installMissing: { code: 400, zh: '还缺：{list}', en: 'Missing: {list}' },
  onlyInstaller: {
    code: 403,
    zh: '安装数据由指定的安装人员登记：{name}',
    en: 'The installation is entered by its installer: {name}.',
  },
  installerUnknown: {
    code: 400,
    field: 'InstallerId',
    zh: '所选人员没有登记安装数据的权限',
    en: 'This person has no permission to enter installations.',
  },
  unitNumberTwice: {
    code: 409,
    zh: '机组编号在表格中出现两次',
    en: 'The unit number appears twice in the sheet.',
  },
  unitProjectUnknown: { code: 400, zh: '没有此项目', en: 'There is no such project.' },
  released: {
    code: 409,
    zh: '机组已放行，不能修改安装数据或删除',
    en: 'The unit is released: its installation is neither changed nor is it deleted.',
  },
  ownInstall: {
    code: 409,
    zh: '登记安装数据的人不能放行或驳回，请由另一人处理',
    en: 'An installation is released or rejected by a person other than the one who entered it.',
  },
  unitChanged: {
    code: 409,
    field: 'UpdateEpoch',
    zh: '机组或其安装数据在此期间已变更，请重新查看',
    en: 'The unit or its installation has changed meanwhile. Look at it again.',
  },
  installRejected: {
    code: 409,
    zh: '安装已驳回，请重新登记安装数据',
    en: 'The installation was rejected: enter it again first.',
  },
  keyShown: {
    code: 409,
    zh: '密钥已于 {when} 显示给{name}，不再显示；遗失时请更换密钥',
    en: 'The key was shown to {name} on {when} and is not shown again. If it was lost, make a new one.',
  },
  deviceWatched: {
    code: 409,
    field: 'ModelTreeId',
    zh: '机组首小时观察期间不能更换设备',
    en: 'The first hour of the unit is watched: its device is changed afterwards.',
  },
  bootDeviceTaken: {
    code: 409,
    field: 'ModelTreeId',
    zh: '该设备已关联其他机组：{name}',
    en: 'The device belongs to another unit already: {name}.',
  },
  lockElsewhere: {
    code: 400,
    field: 'LockPointId',
    zh: '锁定点须是所选设备的可写点位',
    en: 'The lock point is a point of the chosen device that can be written to.',
  },
  bootDeviceElsewhere: {
    code: 400,
    field: 'ModelTreeId',
    zh: '该设备不在所选项目中',
    en: 'The device is not in the project chosen.',
  },
  noLockPoint: {
    code: 409,
    zh: '机组未设置锁定点，请发放开机密码',
    en: 'The unit has no lock point: issue a boot password.',
  },
  noLockValue: {
    code: 409,
    zh: '机组没有可写入锁定值的锁定点',
    en: 'It has no lock point that a lock value can be written to.',
  },
  saidBefore: { code: 409, zh: '机组已开机', en: 'The unit has started already.' },
  issuedToday: {
    code: 409,
    zh: '今日已发放，需要新密码请先撤销',
    en: 'Issued today already. Revoke that password to issue another.',
  },
  issuedBefore: {
    code: 409,
    zh: '已发放且仍有效，需要新密码请先撤销',
    en: 'One is issued and still good. Revoke it to issue another.',
  },
  tooFarAhead: {
    code: 409,
    zh: '已发放 3 个未被使用的密码，无时钟的控制器不再接受更多，请更换密钥',
    en: 'Three passwords are issued and unused; a controller without a clock takes no more. Make a new key.',
  },
  tooManyToday: { code: 409, zh: '该机组今日发放次数已用完', en: 'This unit has used up its passwords of today.' },
  notInstaller: {
    code: 403,
    zh: '开机密码只向登记安装数据的人显示',
    en: 'A boot password is shown to the person who entered the installation.',
  },
  nothingToShow: {
    code: 409,
    zh: '该机组没有仍有效的开机密码',
    en: 'The unit has no password that its controller still takes.',
  },
  passwordShown: {
    code: 409,
    zh: '密码已于 {when} 显示给 {name}，不再显示；需要新密码请联系发放人撤销后重新发放',
    en: 'The password was shown to {name} on {when}, and is not shown again. Have it revoked and another issued.',
  },
  notIssued: { code: 409, zh: '该密码已撤销或已使用', en: 'This password is revoked or used already.' },
} as const satisfies ErrorCatalogue;
