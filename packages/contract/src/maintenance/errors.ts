import type { ErrorCatalogue } from '../errors.ts';

/** Refusals about teams, templates, contracts and maintenance orders. */
export const maintenanceErrors = {
  teamIncomplete: {
    code: 400,
    zh: '请填写名称并至少选择一种类型和一个区域',
    en: 'Fill in a name and choose at least one type and one area.',
  },
  teamNameTaken: { code: 409, field: 'TeamName', zh: '该名称已被使用', en: 'This name is already in use.' },
  teamHasOrders: {
    code: 409,
    zh: '移除维保单位失败，该单位已有工单',
    en: 'The team has orders and cannot be removed.',
  },
  teamHasContracts: {
    code: 409,
    zh: '移除维保单位失败，该单位已有合同',
    en: 'The team has contracts and cannot be removed.',
  },
  teamDisabled: {
    code: 409,
    zh: '已停用的维修单位不能选为维修方',
    en: 'A disabled team cannot be chosen as repairer.',
  },
  memberElsewhere: {
    code: 400,
    field: 'MemberList',
    zh: '所选人员不是本企业成员',
    en: 'One of the people is no member of the company.',
  },
  templateEmpty: { code: 409, zh: '模板至少需要一个分组和一个检查项', en: 'A template needs a group with an item.' },
  templateInUse: { code: 409, zh: '模板已用于合同，不能删除', en: 'The template is used by a contract and stays.' },
  templateNotPublished: { code: 409, zh: '请先发布模板“{name}”', en: 'Publish the template “{name}” first.' },
  contractIncomplete: {
    code: 400,
    zh: '请填写合同名称、编号、首次维保日期并至少选择一个模板',
    en: 'Fill in name, number and first maintenance date, and choose a template.',
  },
  contractNumberTaken: { code: 409, field: 'ContractNumber', zh: '合同编号已存在', en: 'The contract number exists.' },
  numberFailed: {
    code: 503,
    zh: '获取合同编号失败，请稍后再试',
    en: 'The contract number could not be obtained. Try later.',
  },
  datesOutOfOrder: {
    code: 400,
    field: 'EndDate',
    zh: '结束日期不能早于开始日期，首次维保日期须在期限内',
    en: 'The end must not be before the start, and the first maintenance lies between them.',
  },
  signingFailed: {
    code: 409,
    zh: '合同签署失败：文件已更新',
    en: 'Signing failed: the document has changed.',
  },
  signedAlready: { code: 409, zh: '该方已签署', en: 'This party has signed already.' },
  signedForOther: {
    code: 409,
    zh: '您已代表另一方签署，须由其他人员为本方签署',
    en: 'You have signed for the other party. Someone else must sign for this one.',
  },
  contractOver: { code: 409, zh: '合同已终止', en: 'The contract is terminated.' },
  notInEffect: { code: 409, zh: '合同未生效或已到期', en: 'The contract is not in effect.' },
  moreTeams: {
    code: 400,
    field: 'OrderIdList',
    zh: '批量维保工单须属于同一维保单位',
    en: 'Orders of a batch must belong to one team.',
  },
  notOfTeam: { code: 400, field: 'UserId', zh: '所选人员不属于该维保单位', en: 'The person is no member of the team.' },
  inThePast: { code: 400, field: 'PlannedDate', zh: '不能移到过去', en: 'Not into the past.' },
  pointUnknown: {
    code: 400,
    field: 'GroupList',
    zh: '检查项“{name}”的点位或点位类型不存在',
    en: 'The point or point type of “{name}” does not exist.',
  },
  previewNotMade: {
    code: 404,
    zh: '预览文件尚未生成，请到模板详情预览报告',
    en: 'Not generated yet: preview the report in the template’s details.',
  },
  previewFailed: { code: 503, zh: '生成预览文件失败', en: 'The preview could not be generated.' },
  notSealed: {
    code: 409,
    zh: '合同尚未由双方签署，没有封存文件',
    en: 'The contract is not signed by both parties: there is no sealed file.',
  },
  contractHasVisits: {
    code: 409,
    zh: '合同已有维保记录，不能删除，请终止合同',
    en: 'The contract has visits that were begun and stays. Terminate it instead.',
  },
  photosOpen: { code: 409, zh: '还有{n}项缺少照片', en: '{n} items lack a photo.' },
  tooManyPhotos: { code: 409, zh: '一张工单最多 60 张照片', en: 'An order holds 60 photos at most.' },
  signedByRole: { code: 409, zh: '该角色已签字', en: 'This role has signed already.' },
  mergeUnlike: {
    code: 400,
    field: 'OrderIdList',
    zh: '只能合并同一项目、同一维保单位且相隔不超过{n}天的工单',
    en: 'Only visits of one project and team, at most {n} days apart, are merged.',
  },
  planDevice: {
    code: 400,
    field: 'DeviceId',
    zh: '设备不在合同项目中',
    en: 'The device is in no project of the contract.',
  },
  planPoint: {
    code: 400,
    field: 'PointId',
    zh: '请选择该设备的状态点位，或单位为小时的累计点位',
    en: 'Choose a state of the device, or a point of it that counts hours.',
  },
  planSteps: { code: 400, field: 'StepHours', zh: '请填写运行小时数', en: 'Enter the hours of running.' },
  itemsOpen: { code: 409, zh: '还有{n}项未填写', en: '{n} items are not filled in.' },
  confirmedAlready: { code: 409, zh: '已确认', en: 'Confirmed already.' },
  wrongState: {
    code: 409,
    zh: '修改状态失败：工单当前为“{state}”，请刷新后再操作',
    en: 'Status not changed: the order is “{state}” now. Refresh and try again.',
  },
} as const satisfies ErrorCatalogue;
