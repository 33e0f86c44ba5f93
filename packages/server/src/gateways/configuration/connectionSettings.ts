import { isDialled, type Language } from '@watchpost/contract';
import type { FieldAddress } from '../GatewayDeps.ts';
import type { SetUpGateway } from '../setUp/gateway.store.ts';

/** One thing to set on the device. */
export interface ConnectionSetting {
  readonly name: string;
  readonly value: string;
  readonly hint: string | null;
}

const words = {
  server: { zh: '服务器地址', en: 'Server address' },
  port: { zh: '端口', en: 'Port' },
  serverHint: {
    zh: '本系统的公网地址尚未配置，请填写设备可访问到的地址',
    en: 'The public address of this installation is not set. Use one that the device reaches',
  },
  closed: { zh: '未开放', en: 'closed' },
  mode: { zh: '工作模式', en: 'Mode' },
  tcpClient: { zh: 'TCP 客户端，透明传输（Modbus RTU）', en: 'TCP client, transparent (Modbus RTU)' },
  registration: { zh: '注册包', en: 'Registration packet' },
  registrationHex: { zh: '注册包（十六进制）', en: 'Registration packet (hex)' },
  registrationMode: { zh: '注册包发送方式', en: 'When it is sent' },
  once: { zh: '连接时发送一次', en: 'Once, on connecting' },
  everyPacket: { zh: '加在每个数据包前', en: 'Before every packet' },
  both: { zh: '连接时发送，并加在每个数据包前', en: 'On connecting, and before every packet' },
  heartbeat: { zh: '心跳包（十六进制）', en: 'Heartbeat (hex)' },
  heartbeatHint: {
    zh: '未设置心跳包：设备请关闭网络心跳',
    en: 'No heartbeat is set here: switch it off on the device',
  },
  none: { zh: '无', en: 'none' },
  dialled: { zh: '由本系统主动连接', en: 'This server connects to' },
  dialledHint: { zh: '设备请作为 Modbus TCP 服务器', en: 'The device is a Modbus TCP server' },
  dialledRtuHint: {
    zh: '设备请作为 TCP 服务器，透明传输（Modbus RTU）',
    en: 'The device is a TCP server, transparent (Modbus RTU)',
  },
  userName: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  passwordHint: {
    zh: '新增或重置时显示一次；如已遗失请重置',
    en: 'Shown once when it was made. If it is lost, make a new one',
  },
  accessToken: { zh: '访问令牌', en: 'Access token' },
  accessTokenHint: {
    zh: '只填访问令牌的设备：生成密码时一并生成的令牌作为用户名，密码留空。也可用：用户名、英文句点、密码连在一起',
    en: 'For devices that take a token alone: the one that was made with the password is the user name, and there is no password. User name, a dot and password in one text do as well',
  },
  protocol: { zh: '协议', en: 'Protocol' },
  topic: { zh: '上报主题', en: 'Topic to publish on' },
  security: { zh: '加密', en: 'Encryption' },
} as const;

const topics: Readonly<Record<string, string>> = {
  thingsboard: 'v1/devices/me/telemetry, v1/gateway/telemetry',
  neuron: '/neuron/{node}',
  sparkplug: 'spBv1.0/{group}/{type}/{node}',
};

/** What has to be typed into the device so that it finds us, or that we find it. Never a password. */
export function connectionSettings(
  gateway: SetUpGateway,
  { host, dtuPort, mqttPort, isTls }: FieldAddress,
  language: Language,
): ConnectionSetting[] {
  const t = (name: keyof typeof words): string => words[name][language];
  const row = (name: keyof typeof words, value: string, hint: string | null = null): ConnectionSetting => ({
    name: t(name),
    value,
    hint,
  });
  const server = row('server', host ?? '—', host === null ? t('serverHint') : null);
  const portOf = (port: number | null) => row('port', port === null ? t('closed') : String(port));
  if (isDialled(gateway.protocol))
    return [
      row('dialled', gateway.address ?? '—', t(gateway.protocol === 'RTU_TCP' ? 'dialledRtuHint' : 'dialledHint')),
    ];
  if (gateway.protocol === 'DTU') {
    const identity = gateway.registration_identity;
    const heartbeat = gateway.heartbeat.toString('hex').toUpperCase().match(/../g)?.join(' ');
    return [
      row('mode', t('tcpClient')),
      server,
      portOf(dtuPort),
      row('registration', identity),
      row('registrationHex', Buffer.from(identity).toString('hex').toUpperCase().match(/../g)?.join(' ') ?? ''),
      row('registrationMode', t(gateway.registration_mode)),
      row('heartbeat', heartbeat ?? t('none'), heartbeat === undefined ? t('heartbeatHint') : null),
    ];
  }
  const topic = topics[gateway.payload_format];
  return [
    row('protocol', 'MQTT 3.1.1'),
    server,
    portOf(mqttPort),
    row('security', isTls ? 'TLS' : t('none')),
    row('userName', gateway.user_name ?? '—'),
    row('password', '••••••', t('passwordHint')),
    ...(gateway.payload_format === 'thingsboard' && gateway.user_name !== null
      ? [
          row(
            'accessToken',
            gateway.access_token_hash === null ? `${gateway.user_name}.••••••` : '••••••',
            t('accessTokenHint'),
          ),
        ]
      : []),
    ...(topic === undefined ? [] : [row('topic', topic)]),
  ];
}
