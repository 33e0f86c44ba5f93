import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about records that are proof. */
export const complianceErrors = {
  noDocument: {
    code: 404,
    zh: '没有此文件，请核对二维码或编号',
    en: 'There is no such document. Check its code or number.',
  },
  alreadyAssigned: {
    code: 409,
    field: 'PointIdList',
    zh: '点位 {name} 已有合规档案，请先结束',
    en: 'The point {name} is under a profile already. End that first.',
  },
  notMeasured: {
    code: 400,
    field: 'PointIdList',
    zh: '只能选择该项目中由设备测量的模拟量点位',
    en: 'Only analog points of this project that are measured can be put under a profile.',
  },
  rangeTooLong: {
    code: 400,
    field: ['UntilDay', 'untilDay'],
    zh: '一次最多 {days} 天',
    en: 'Choose {days} days at most.',
  },
  rangeReversed: {
    code: 400,
    field: ['UntilDay', 'untilDay'],
    zh: '结束日期早于开始日期',
    en: 'The last day lies before the first.',
  },
  nothingSealed: { code: 409, zh: '该期间没有封存记录', en: 'Nothing was sealed in this period.' },
  dayOfCertificate: {
    code: 400,
    field: 'ValidUntil',
    zh: '有效期不能早于校准日期，校准日期不能在将来',
    en: 'A certificate cannot end before it was issued, nor be issued in the future.',
  },
  certificateTaken: {
    code: 409,
    field: 'Number',
    zh: '该点位已有编号为 {number} 的证书',
    en: 'There is a certificate {number} of this point already.',
  },
  certificateUsed: {
    code: 409,
    zh: '证书 {number} 已用于发布的合规包，不能删除',
    en: 'The certificate {number} belongs to a published pack and stays.',
  },
  certificateFileTaken: {
    code: 409,
    field: 'file',
    zh: '该文件已登记在另一编号的证书下',
    en: 'This file is kept with a certificate of another number.',
  },
  certificateFileFixed: {
    code: 409,
    zh: '证书 {number} 已用于发布的合规包，文件不能更换',
    en: 'The certificate {number} belongs to a published pack; its file stays.',
  },
  profileNameTaken: {
    code: 409,
    field: 'ProfileName',
    zh: '已有名为 {name} 的合规档案',
    en: 'There is a profile {name} already.',
  },
  profileChanged: {
    code: 409,
    field: 'Version',
    zh: '合规档案已被他人修改，请重新打开',
    en: 'Somebody else has changed this profile. Open it again.',
  },
  profileUsed: {
    code: 409,
    zh: '仍有点位使用合规档案 {name}，请先结束',
    en: 'Points are still under the profile {name}. End that first.',
  },
  profileElsewhere: {
    code: 403,
    zh: '该档案也用于您不能查看全部设备的项目，请由可查看的人修改',
    en: 'The profile is also used in a project whose devices you do not all see. Somebody who does can change it.',
  },
  alreadyConfirmed: { code: 409, zh: '该记录已经确认', en: 'This has been confirmed already.' },
  notExplained: { code: 409, zh: '请先填写原因和措施', en: 'Cause and action have to be entered first.' },
  samePerson: {
    code: 403,
    zh: '须由另一人确认：填写措施的人不能自己确认',
    en: 'It takes another person: who entered the action cannot confirm it.',
  },
  dispositionMissing: {
    code: 400,
    field: 'Disposition',
    zh: '请选择货物处理方式',
    en: 'Say what becomes of the goods.',
  },
  monthNotOver: { code: 400, field: 'Month', zh: '该月份尚未结束', en: 'This month is not over yet.' },
  noPoints: {
    code: 400,
    field: 'DeviceIdList',
    zh: '所选设备在该月没有封存的点位',
    en: 'None of the chosen devices has a sealed point in this month.',
  },
  packExists: { code: 409, zh: '该范围已有未发布的合规包', en: 'There is an unpublished pack of this scope already.' },
  packNotReady: { code: 409, zh: '合规包尚未生成', en: 'The pack has not been made yet.' },
  packPublished: {
    code: 409,
    zh: '合规包已发布，不能更改或删除',
    en: 'A published pack can be neither changed nor deleted.',
  },
  packOutdated: {
    code: 409,
    zh: '生成之后数据或说明有变化，请重新生成',
    en: 'Records or explanations have changed since the pack was made. Make it again.',
  },
  ownPack: {
    code: 403,
    zh: '须由另一人发布：不能发布自己生成的合规包',
    en: 'It takes another person: nobody publishes a pack of their own.',
  },
  unexplained: { code: 409, zh: '不能发布：{list}', en: 'Cannot be published: {list}' },
} as const satisfies ErrorCatalogue;
