import { defineLogWords, type Words } from '../logs/defineLogWords.ts';

const parities: Words = {
  none: { zh: '无校验', en: 'none' },
  even: { zh: '偶校验', en: 'even' },
  odd: { zh: '奇校验', en: 'odd' },
};

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const gatewayLogWords = defineLogWords({
  subjects: {
    gateway: { zh: '网关', en: 'Gateway' },
    slave: { zh: '从站', en: 'Slave' },
    vpn: { zh: 'VPN', en: 'VPN' },
  },
  fields: {
    allowedNetworks: { zh: '允许拨入的网络', en: 'Networks it may dial in from' },
    baudRate: { zh: '波特率', en: 'Baud rate' },
    cardNumber: { zh: '通信卡', en: 'Card' },
    category: { zh: '类别', en: 'Category' },
    dataBits: { zh: '数据位', en: 'Data bits' },
    disconnectedAt: { zh: '断开连接自', en: 'Disconnected since' },
    gatewayIds: { zh: '网关', en: 'Gateways', pointsAt: 'gateway' },
    heartbeat: { zh: '心跳包', en: 'Heartbeat' },
    localAddress: { zh: '内网地址', en: 'Local address' },
    maxGap: { zh: '可跨越的空寄存器数', en: 'Unused registers bridged' },
    maxRegisters: { zh: '每次最多读取寄存器数', en: 'Registers in one read' },
    parity: { zh: '校验位', en: 'Parity', values: parities },
    payloadFormat: { zh: '数据格式', en: 'Message format' },
    pointCount: { zh: '点位数', en: 'Points' },
    protocol: { zh: '通讯协议', en: 'Protocol' },
    registrationIdentity: { zh: '注册包内容', en: 'Registration' },
    registrationMode: { zh: '注册方式', en: 'Registration mode' },
    serialNumber: { zh: '序列号', en: 'Serial number' },
    server: { zh: '服务器', en: 'Server' },
    shared: { zh: '共享', en: 'Shared' },
    sharedWith: { zh: '授权人员', en: 'Shared with' },
    sharing: { zh: '授权', en: 'Shared with' },
    slaveCount: { zh: '从站数', en: 'Slaves' },
    slaveIds: { zh: '从站', en: 'Slaves' },
    slaves: { zh: '从站', en: 'Slaves' },
    stopBits: { zh: '停止位', en: 'Stop bits' },
  },
});
