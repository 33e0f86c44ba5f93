import type { Bilingual, Language, OfflineReason } from '@watchpost/contract';

/** Why a line ended or came, by the word its log keeps; a word that is missing here says nothing. */
const lineDetails: Readonly<Record<string, Bilingual>> = {
  silent: { zh: '长时间没有数据，已断开', en: 'was silent for too long and was hung up on' },
  farewell: { zh: '网关自行下线', en: 'said that it goes' },
  disconnected: { zh: '由人员断开', en: 'people disconnected it' },
  reconfigured: { zh: '配置已更改，已断开以重新连接', en: 'was hung up on because its settings changed' },
};

export function lineSentence(
  event: { kind: 'up' | 'down'; slaveName: string | null; detail: string; isDialled: boolean },
  language: Language,
): string {
  const isZh = language === 'zh';
  // It was not there to be lost.
  if (event.detail === 'didNotCome')
    return isZh
      ? '自服务器启动或新增网关起，网关一直没有连接'
      : 'It has not connected since the server started, or since it was added';
  if (event.detail === 'keptOff')
    return isZh ? '网关没有连接：人员已将其断开' : 'It is not connected, because people disconnected it';
  const words = lineDetails[event.detail]?.[language];
  if (event.slaveName !== null)
    return event.kind === 'up'
      ? isZh
        ? `从站「${event.slaveName}」应答正常`
        : `The slave “${event.slaveName}” answers`
      : isZh
        ? `从站「${event.slaveName}」不再应答`
        : `The slave “${event.slaveName}” no longer answers`;
  if (event.kind === 'up') {
    // An address, unless it is one of our words.
    const place = words === undefined && event.detail !== '' ? event.detail.replace(/^::ffff:/, '') : null;
    if (place === null) return isZh ? '网关已连接' : 'Connected';
    if (event.isDialled) return isZh ? `已连接到 ${place}` : `Connected to ${place}`;
    return isZh ? `网关已连接，来自 ${place}` : `Connected from ${place}`;
  }
  return isZh ? `网关已断开${words ? `：${words}` : ''}` : `Disconnected${words ? `: ${words}` : ''}`;
}

interface TroubleWords {
  readonly fault: Bilingual;
  readonly mended: Bilingual;
}

/** `{name}` is the slave. */
const troubles: Readonly<Record<string, TroubleWords>> = {
  illegalFunction: {
    fault: {
      zh: '从站「{name}」不支持所设的功能码（异常 01）：已停止读取相关点位，每小时重试；请检查点位的功能码',
      en: 'The slave “{name}” does not know a function code of its points (exception 01): they are tried once an hour only. Check the function code of its points',
    },
    mended: { zh: '从站「{name}」已支持所设的功能码', en: 'The slave “{name}” accepts the function code again' },
  },
  deviceFailure: {
    fault: {
      zh: '从站「{name}」报告设备故障（异常 04，连续三次）',
      en: 'The slave “{name}” reports a device failure (exception 04, three times in a row)',
    },
    mended: { zh: '从站「{name}」的设备故障已消失', en: 'The device failure of the slave “{name}” is over' },
  },
  negativeAcknowledge: {
    fault: {
      zh: '从站「{name}」拒绝执行（异常 07，连续三次）',
      en: 'The slave “{name}” does not do what it is asked (exception 07, three times in a row)',
    },
    mended: { zh: '从站「{name}」恢复执行', en: 'The slave “{name}” does what it is asked again' },
  },
  memoryParity: {
    fault: {
      zh: '从站「{name}」报告内存校验错误（异常 08）',
      en: 'The slave “{name}” reports a memory parity error (exception 08)',
    },
    mended: { zh: '从站「{name}」的内存校验错误已消失', en: 'The memory parity error of the slave “{name}” is over' },
  },
  tooManyMessages: {
    fault: {
      zh: '网关发送消息过快，超出限速：消息不会丢失，但接收被放慢',
      en: 'The gateway sends messages faster than its limit: none is lost, they are taken more slowly',
    },
    mended: { zh: '网关发送消息已回到限速以内', en: 'The gateway sends messages within its limit again' },
  },
  tooManyDials: {
    fault: {
      zh: '网关反复拨入，超出限速：连接被推迟受理；请检查信号、心跳，或是否有两台设备使用同一序列号',
      en: 'The gateway dials in again and again, faster than its limit: its connections wait. Check its signal and heartbeat, and whether two devices have its serial number',
    },
    mended: { zh: '网关拨入频率已恢复正常', en: 'The gateway dials in within its limit again' },
  },
  secondMaster: {
    fault: {
      zh: '线路上还有其他主站在询问：收到了平台没有请求的应答，与之无法区分的读数标为存疑',
      en: 'Somebody else asks on this line: answers arrive that were not asked for here. Readings that cannot be told from them are kept as uncertain',
    },
    mended: { zh: '线路上不再有其他主站询问', en: 'Nobody else asks on this line any more' },
  },
};

/** The detail of a fault in the log of lines, of a slave or of the whole line. */
export const secondMasterTrouble = 'secondMaster';

/** Begins the detail of a fault that names the address from which a line was taken over. */
export const takenOverTrouble = 'takenOver';

const takenOver = {
  zh: (address: string) => `线路已由来自 ${address} 的连接接管，原连接已不再应答；十分钟内的读数标为存疑`,
  en: (address: string) =>
    `The line was taken over by a connection from ${address}, after the older one no longer answered. Readings are uncertain for ten minutes`,
};

export const secondMasterAdvice: Bilingual = {
  zh: '检查总线上是否另有主站（触摸屏、就地控制器），或 DTU 的心跳包是否设成了查询指令，并将其停用',
  en: 'Look for another master on the bus (a panel, a local controller), or a heartbeat of the DTU that asks the slaves, and switch it off',
};

/** Begins the detail of a note in the log of lines that names keys: `surplusKeys fan, Case 1/door`. */
export const surplusKeysTrouble = 'surplusKeys';

const surplusKeys = {
  zh: (keys: string) => `网关发送了未设置的键：${keys}（其余数据正常接收）`,
  en: (keys: string) => `The gateway sends keys that are not set up: ${keys} (the rest is taken)`,
};

/** The keys that a note names; null: it is something else. */
export const surplusKeysOf = (detail: string): string | null =>
  detail.startsWith(`${surplusKeysTrouble} `) ? detail.slice(surplusKeysTrouble.length + 1) : null;

/** What is wrong with a gateway or slave, or is so no longer; trouble without words by its own name. */
export function troubleSentence(
  { kind, slaveName, detail }: { kind: 'fault' | 'mended'; slaveName: string | null; detail: string },
  language: Language,
): string {
  const keys = surplusKeysOf(detail);
  if (keys !== null) return surplusKeys[language](keys);
  if (detail.startsWith(`${takenOverTrouble} `)) return takenOver[language](detail.slice(takenOverTrouble.length + 1));
  return troubles[detail]?.[kind][language].replace('{name}', () => slaveName ?? '') ?? detail;
}

/** Why a message or a connection was refused, by the word that is kept with it. */
const refusals: Readonly<Record<string, Bilingual>> = {
  fromTheFuture: { zh: '时间超前 24 小时以上', en: 'its time is more than a day ahead' },
  foreignNetwork: { zh: '来自不允许的网络', en: 'it dials in from a network that is not listed for it' },
  identityClash: { zh: '另一台设备以同一身份连接', en: 'another device connects under the same name' },
  notJson: { zh: '内容不是有效的 JSON', en: 'not valid JSON' },
  packetTooLarge: { zh: '消息过大', en: 'the message is too large' },
  payloadTooLarge: { zh: '消息过大', en: 'the message is too large' },
  tooManyGuesses: {
    zh: '来自同一网络的错误密码过多，暂不校验，15 分钟内自动恢复',
    en: 'too many wrong passwords from its network: not looked at until 15 minutes have passed',
  },
  tooOld: { zh: '数据过旧', en: 'older than what is kept' },
  unknownPoint: { zh: '含有未设置的点位', en: 'it names points that are not set up' },
  unknownTopic: { zh: '主题无法识别', en: 'the topic is not one of its format' },
  unreadableEntries: { zh: '部分数据无法读取', en: 'some of its entries cannot be read' },
  wrongCredentials: { zh: '用户名或密码错误', en: 'wrong user name or password' },
  wrongShape: { zh: '消息结构与数据格式不符', en: 'not shaped as its message format says' },
};

/** Why something was refused, in words; a reason without words by its own name. */
export const refusalWords = (reason: string, language: Language): string => refusals[reason]?.[language] ?? reason;

interface RefusedMessage {
  reason: string;
  /** So many more like it came within that minute, and were only counted. */
  leftOut: number;
  /** In bytes; null: all of it is kept. */
  cut: { kept: number; of: number } | null;
}

export function refusalSentence({ reason, leftOut, cut }: RefusedMessage, language: Language): string {
  const words = refusalWords(reason, language);
  if (language === 'zh') {
    const more = leftOut > 0 ? `；一分钟内另有 ${leftOut} 条同类消息，仅计数` : '';
    return `已拒绝：${words}${more}${cut ? `；共 ${cut.of} 字节，仅保留前 ${cut.kept} 字节` : ''}`;
  }
  const more = leftOut > 0 ? `; ${leftOut} more like it within a minute were only counted` : '';
  return `Refused: ${words}${more}${cut ? `; the first ${cut.kept} of ${cut.of} bytes are kept` : ''}`;
}

const cardWords: Readonly<Record<string, Bilingual>> = {
  oneWayShutdown: { zh: '单向停机', en: 'one-way shutdown' },
  shutdown: { zh: '停机', en: 'shut down' },
  dormancy: { zh: '休眠', en: 'dormant' },
  silentPeriod: { zh: '沉默期，尚未使用过', en: 'in its silent period, never used yet' },
  usedUp: { zh: '流量已用完', en: 'its data is used up' },
};

/** How a card stands that carries nothing; a state without words by its own name. */
export const cardStateWords = (state: string, language: Language): string => cardWords[state]?.[language] ?? state;

interface Verdict extends Bilingual {
  /** In English, where `{detail}` is 1. */
  readonly enOfOne?: string;
  readonly advice: readonly Bilingual[];
}

const power: Bilingual = {
  zh: '确认网关已通电，指示灯正常',
  en: 'Check that the gateway has power and its lights are on',
};
const network: Bilingual = {
  zh: '检查网线、SIM 卡或天线与信号',
  en: 'Check the network cable, or the SIM card, antenna and signal',
};
const settings: Bilingual = {
  zh: '核对网关上的服务器地址、端口，以及注册包或用户名与密码（见“接入参数”）',
  en: 'Compare server address, port, and registration or user name and password on the device with “What to set on the device”',
};

/** What the verdict means and what to do. `{detail}` and `{count}` are filled in. */
const verdicts: Record<OfflineReason, Verdict> = {
  online: { zh: '网关在线', en: 'The gateway is online', advice: [] },
  disconnected: {
    zh: '网关已由人员断开，恢复连接前不会被接入',
    en: 'People disconnected this gateway; until it is connected again it is not let in',
    advice: [{ zh: '在网关页选择“恢复连接”', en: 'Choose “Connect again” on the page of the gateway' }],
  },
  forbidden: {
    zh: '不允许连接此网关的内网地址，系统从未尝试连接',
    en: 'The private address of this gateway must not be connected to, so it is not even tried',
    advice: [
      {
        zh: '请平台管理员将该地址列入 ALLOWED_PRIVATE_HOSTS',
        en: 'Ask the platform administrator to add the address to ALLOWED_PRIVATE_HOSTS',
      },
      { zh: '或改为公网地址', en: 'Or enter a public address' },
    ],
  },
  neverSeen: {
    zh: '从未收到过此网关的连接',
    en: 'This gateway has never connected',
    advice: [power, settings, network],
  },
  wrongSerial: {
    zh: '有设备以相近的序列号「{detail}」尝试连接，可能是序列号填写有误',
    en: 'A device with the similar serial number “{detail}” tried to connect. One of the two may be mistyped',
    advice: [
      {
        zh: '核对设备标签、设备内的设置与此处的序列号',
        en: 'Compare the label, the setting on the device and the serial number here',
      },
      { zh: '如此处有误，请修改网关序列号', en: 'If the one here is wrong, change it' },
    ],
  },
  refused: {
    zh: '网关尝试登录但被拒绝：{detail}',
    en: 'The gateway tried to sign in and was refused: {detail}',
    advice: [
      { zh: '在网关上重新填写用户名和密码', en: 'Enter user name and password on the gateway again' },
      { zh: '忘记密码时可在此重置', en: 'If the password is lost, make a new one here' },
    ],
  },
  card: {
    zh: '通信卡不能上网：{detail}',
    en: 'Its communication card carries no data: {detail}',
    advice: [{ zh: '联系运营商充值或恢复该卡', en: 'Have the carrier top up or reactivate the card' }],
  },
  power: {
    zh: '同一项目另有 {detail} 个网关在同一时间离线，可能是现场停电或断网',
    en: '{detail} more gateways of this project went offline at the same time: the site may have lost power or its network',
    enOfOne:
      'One more gateway of this project went offline at the same time: the site may have lost power or its network',
    advice: [{ zh: '联系现场确认供电和网络', en: 'Ask the site about power and network' }, power],
  },
  nothingPolled: {
    zh: '网关下没有可轮询的点位，也没有收到心跳，长时间无数据的连接已被断开',
    en: 'It has no points to be polled and sent no heartbeat, so its connection was closed for silence',
    advice: [
      { zh: '新增从站和点位', en: 'Add slaves and points' },
      {
        zh: '或在设备中开启心跳包（每 30 秒），并在此处填写相同的内容',
        en: 'Or let the device send a heartbeat (every 30 s), and enter the same bytes here',
      },
    ],
  },
  dialling: {
    zh: '刚刚设置，正在尝试连接，半分钟内即知结果',
    en: 'It was set up a moment ago and is being dialled; half a minute will tell',
    advice: [],
  },
  unreachable: {
    zh: '连接不上设备的地址',
    en: 'The address of the device does not answer',
    advice: [
      { zh: '核对地址和端口', en: 'Check address and port' },
      power,
      {
        zh: '确认服务器可以访问该网络（VPN、防火墙、允许的内网地址）',
        en: 'Check that this server reaches that network (VPN, firewall, allowed private addresses)',
      },
    ],
  },
  silent: {
    zh: '网关停止通信，没有其他线索',
    en: 'The gateway fell silent, and nothing else is known',
    advice: [power, network],
  },
};

export function verdictWords(
  reason: OfflineReason,
  detail: string | null,
  language: Language,
): { message: string; advice: string[] } {
  const verdict = verdicts[reason];
  const words =
    detail === null
      ? ''
      : reason === 'refused'
        ? refusalWords(detail, language)
        : reason === 'card'
          ? cardStateWords(detail, language)
          : detail;
  const sentence = language === 'en' && detail === '1' ? (verdict.enOfOne ?? verdict.en) : verdict[language];
  return {
    message: sentence.replace('{detail}', words),
    advice: verdict.advice.map((each) => each[language]),
  };
}

export const evidenceText = {
  lastSeen: { zh: '最后一次收到数据', en: 'Last seen' },
  offline: { zh: '离线', en: 'Went offline' },
  stranger: {
    zh: (name: string) => `陌生设备「${name}」尝试连接`,
    en: (name: string) => `An unknown device “${name}” tried to connect`,
  },
  refused: {
    zh: (reason: string) => `登录或消息被拒绝：${reason}`,
    en: (reason: string) => `Login or message refused: ${reason}`,
  },
  card: { zh: (state: string) => `通信卡：${state}`, en: (state: string) => `Card: ${state}` },
  neighbours: {
    zh: (silent: number, total: number) => `项目内其他 ${total} 个网关中 ${silent} 个同时离线`,
    en: (silent: number, total: number) =>
      `Of ${total} other ${total === 1 ? 'gateway' : 'gateways'} of the project ${silent} went offline with it`,
  },
} as const;
