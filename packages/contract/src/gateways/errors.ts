import type { ErrorCatalogue } from '../errors.ts';

export const gatewayErrors = {
  passwordIsName: {
    code: 400,
    zh: '密码不能与序列号或用户名相同',
    en: 'The password must not be the serial number or the user name.',
  },
  serialTaken: {
    code: 409,
    field: ['DeviceNo', 'deviceNo', 'deviceNoList'],
    zh: '序列号已存在',
    en: 'This serial number already exists.',
  },
  userNameTaken: {
    code: 409,
    field: 'deviceUserName',
    zh: '用户名已存在，请换一个',
    en: 'This user name already exists. Choose another one.',
  },
  identityTaken: {
    code: 409,
    field: 'RegistrationIdentity',
    zh: '注册包内容已被其他网关使用',
    en: 'Another gateway registers with the same text.',
  },
  saysNothing: {
    code: 400,
    field: 'RegistrationMode',
    zh: '注册包只加在数据包前、又没有心跳包的设备，在被询问之前不会发送任何内容，而不知道它是谁就无法询问。请设置心跳包，或改为“仅连接时发送一次”',
    en: 'A device that registers before every packet and has no heartbeat says nothing until it is asked, and nobody can ask it before it has said who it is. Set a heartbeat, or “Once, on connecting”.',
  },
  cardTaken: {
    code: 409,
    field: 'ICCID',
    zh: '该通信卡已绑定到其他网关',
    en: 'This card is already bound to another gateway.',
  },
  addressTaken: {
    code: 409,
    field: ['DeviceAddress', 'DeviceModuleAndAddressList'],
    zh: '从站地址 {address} 在该网关上已被使用',
    en: 'The slave address {address} is already used on this gateway.',
  },
  addressTwice: {
    code: 400,
    field: 'DeviceModuleAndAddressList',
    zh: '从站地址 {address} 重复',
    en: 'The slave address {address} appears twice.',
  },
  notOneSlave: {
    code: 400,
    field: 'DeviceAddress',
    zh: '该网关有 {count} 个从站，请在从站列表中分别给出地址',
    en: 'This gateway has {count} slaves: give their addresses in the list of slaves.',
  },
  slaveWhileConnected: {
    code: 409,
    zh: '网关「{name}」仍在线，不能删除从站；请先在网关页断开连接，删除后再恢复',
    en: 'The gateway “{name}” is still connected, so its slave cannot be deleted. Disconnect it on its page, delete the slave, then connect it again.',
  },
  slavesBeforeMqtt: {
    code: 409,
    zh: '该网关还有 {count} 个从站，而 MQTT 网关没有从站。请先删除从站',
    en: 'This gateway still has {count} slaves, and an MQTT gateway has none. Delete them first.',
  },
  noSlavesOnMqtt: {
    code: 409,
    zh: 'MQTT 网关「{name}」自行采集，没有从站',
    en: 'The MQTT gateway “{name}” reads by itself and has no slaves.',
  },
  notMqtt: {
    code: 409,
    zh: '「{name}」不是 MQTT 网关',
    en: '“{name}” is not an MQTT gateway.',
  },
  notModbus: {
    code: 409,
    zh: '「{name}」不是 Modbus 网关',
    en: '“{name}” is not a Modbus gateway.',
  },
  wholeProjectNeeded: {
    code: 403,
    zh: '您在此项目中只能查看部分设备，不能设置网关',
    en: 'You see only some devices of this project, so you cannot set up its gateways.',
  },
  protocolHasPoints: {
    code: 409,
    zh: '网关「{name}」有 {count} 个点位，与新协议不符；请先删除这些点位',
    en: 'The {count} points of “{name}” do not fit the new protocol. Delete them first.',
  },
  lineNotShared: {
    code: 403,
    zh: '该点位所在的网关未授权给您，请联系网关创建人或企业管理员',
    en: 'This hangs on a gateway that is not shared with you. Ask who made the gateway, or an administrator of the company.',
  },
  addressNeeded: {
    code: 400,
    field: ['Address', 'address'],
    zh: '请填写要连接的地址',
    en: 'Give the address to connect to.',
  },
  addressForbidden: {
    code: 400,
    field: ['Address', 'address', 'DeviceAddress', 'file'],
    zh: '不允许连接此内网地址：须由平台管理员将其列入 ALLOWED_PRIVATE_HOSTS',
    en: 'This private address must not be connected to: the operator of this installation has to list it in ALLOWED_PRIVATE_HOSTS first.',
  },
  sameProject: {
    code: 400,
    field: 'toProjectId',
    zh: '网关已在该项目中',
    en: 'The gateway is in this project already.',
  },
  moveBreaks: {
    code: 409,
    zh: '网关「{name}」的点位正被 {devices} 个设备和 {rules} 条报警规则使用；确认后将一并解除',
    en: 'Points of “{name}” serve {devices} devices and {rules} alarm rules. Confirm to take them off these.',
  },
  notSharer: {
    code: 403,
    zh: '只有网关的创建人或企业管理员可以更改授权',
    en: 'Only who made the gateway, or an administrator of the company, changes who may open it.',
  },
  shareWithSelf: { code: 400, field: 'uidList', zh: '不能授权给自己', en: 'You cannot share a gateway with yourself.' },
  shareWithNobody: { code: 400, field: 'uidList', zh: '请选择要授权的人员', en: 'Choose whom to share it with.' },
  cannotShareWith: {
    code: 403,
    zh: '所选人员不能打开该项目的终端管理',
    en: 'One of these people may not open the gateways of this project.',
  },
  notShared: { code: 404, zh: '该网关没有授权给此人', en: 'The gateway is not shared with this person.' },
  cardBound: {
    code: 409,
    zh: '网关「{name}」已绑定通信卡，请先解绑',
    en: '“{name}” has a card already. Unbind it first.',
  },
  notRead: {
    code: 409,
    zh: '从站「{name}」现在不能读取：网关离线，或从站没有点位',
    en: '“{name}” cannot be read now: its gateway is offline, or it has no points.',
  },
  noCard: { code: 409, zh: '网关「{name}」没有绑定通信卡', en: '“{name}” has no communication card.' },
  cardsUnavailable: {
    code: 503,
    zh: '运营商暂时没有应答，请稍后再试',
    en: 'The carrier does not answer at the moment. Try again shortly.',
  },
  wrongConfiguration: {
    code: 400,
    field: 'file',
    zh: '不是可用的网关配置文件：{reason}',
    en: 'Not a configuration of a gateway: {reasonEn}',
  },
  mappingNotInFile: {
    code: 409,
    zh: '文件的数据格式是自定义映射，而映射配置不在文件中：请先为该网关选择映射配置',
    en: 'The message format of the file is a mapping, which the file does not hold: choose a mapping profile for this gateway first.',
  },
  configurationOfOther: {
    code: 409,
    zh: '该配置属于 {protocol} 网关，与此网关的协议不同',
    en: 'This is the configuration of a {protocol} gateway; the protocol of this one is another.',
  },
  wrongPoints: {
    code: 400,
    field: 'file',
    zh: '配置文件中有 {count} 个点位无法应用，未作任何修改。「{name}」：{message}',
    en: '{count} points of the file cannot be applied, so nothing was changed. “{name}”: {message}',
  },
  fboxFailed: {
    code: 503,
    zh: 'FBox 平台没有应答：{reason}',
    en: 'The FBox platform did not answer: {reason}',
  },
  secretTooLong: { code: 400, field: 'Secret', zh: '密钥过长', en: 'The secret is too long.' },
  noSecret: { code: 404, zh: '没有保存密钥', en: 'No secret is kept here.' },
  tooManyToExport: {
    code: 400,
    zh: '共 {count} 个网关，一次最多导出 {max} 个，请缩小筛选范围或使用后台导出',
    en: 'There are {count} gateways; at most {max} fit into one file. Narrow the filter, or export in the background.',
  },
} satisfies ErrorCatalogue;
