import { permissions } from '../access/permissions.ts';
import { shelfKinds } from '../alarms/kinds.ts';
import type { Bilingual, Language } from '../call.ts';
import { exportKinds } from '../downloads/exportKinds.ts';
import { companyFlags } from '../people/companyFlags.ts';
import { kindWords } from '../points/fields.ts';
import { functionCodes, registerFormats } from '../points/modbusRules.ts';
import { operationFields } from './fieldNames.ts';

type Words = Readonly<Record<string, Bilingual>>;

/** What a value in the log can point at by its number. */
export type NamedKind =
  | 'company'
  | 'place'
  | 'device'
  | 'deviceClass'
  | 'gateway'
  | 'mappingProfile'
  | 'point'
  | 'pointType'
  | 'role'
  | 'subsystem';

/** Fields whose values are numbers of something that has a name. */
const pointers: Readonly<Record<string, NamedKind>> = {
  BigTypeIdList: 'subsystem',
  CompanyRoleId: 'role',
  ProjectId: 'place',
  ProjectIdList: 'place',
  ProjectRoleId: 'role',
  SubareaId: 'place',
  area: 'place',
  areaId: 'place',
  beforeId: 'place',
  classId: 'deviceClass',
  companyId: 'company',
  deviceClass: 'deviceClass',
  deviceClassId: 'deviceClass',
  deviceId: 'device',
  deviceIds: 'device',
  gatewayId: 'gateway',
  gatewayIds: 'gateway',
  mappingProfileId: 'mappingProfile',
  parentId: 'place',
  pointId: 'point',
  pointIdList: 'point',
  pointTypeId: 'pointType',
  projectId: 'place',
  projectIds: 'place',
  subsystemIds: 'subsystem',
  typeId: 'pointType',
};

/** Names of what values point at: `place 5` → 一号店. What is not in it was deleted, or is somebody else's. */
export type OperationNames = Readonly<Record<string, string>>;
export const nameKey = (kind: NamedKind, id: number): string => `${kind} ${id}`;

const levels: Words = {
  1: { zh: '紧急', en: 'urgent' },
  2: { zh: '重要', en: 'important' },
  3: { zh: '一般', en: 'general' },
  4: { zh: '仅记录', en: 'record only' },
};
/** Of points and of templates. */
const kinds: Words = {
  ...kindWords,
  register: { zh: '寄存器', en: 'Registers' },
};
const parities: Words = {
  none: { zh: '无校验', en: 'none' },
  even: { zh: '偶校验', en: 'even' },
  odd: { zh: '奇校验', en: 'odd' },
};
const valueTypes: Words = {
  analog: { zh: '模拟量', en: 'analog' },
  status: { zh: '状态量', en: 'status' },
  number: { zh: '数值', en: 'a number' },
  text: { zh: '文本', en: 'text' },
};
const formats: Words = Object.fromEntries(Object.entries(registerFormats).map(([name, { words }]) => [name, words]));
const codes: Words = Object.fromEntries(Object.entries(functionCodes).map(([code, { words }]) => [code, words]));
const templateSources: Words = {
  maker: { zh: '厂家资料', en: 'the maker' },
  field: { zh: '用户反馈', en: 'field reports' },
  own: { zh: '自行录入', en: 'own' },
};
const industries: Words = {
  1: { zh: '冷链', en: 'cold chain' },
  2: { zh: '商超', en: 'supermarkets' },
  3: { zh: '农牧', en: 'livestock' },
  4: { zh: '文物', en: 'cultural relics' },
};
const projectStates: Words = {
  valid: { zh: '正常', en: 'valid' },
  disabled: { zh: '已停用', en: 'disabled' },
  expired: { zh: '已到期', en: 'expired' },
  deleted: { zh: '已删除', en: 'deleted' },
};
const byId = (table: Readonly<Record<string, Bilingual & { id: number }>>): Words =>
  Object.fromEntries(Object.values(table).map((each) => [each.id, each]));

const permissionWords: Words = {
  ...byId(permissions),
  0: { zh: '全部权限', en: 'every permission' },
};

const weekdayWords: Words = {
  1: { zh: '周一', en: 'Monday' },
  2: { zh: '周二', en: 'Tuesday' },
  3: { zh: '周三', en: 'Wednesday' },
  4: { zh: '周四', en: 'Thursday' },
  5: { zh: '周五', en: 'Friday' },
  6: { zh: '周六', en: 'Saturday' },
  7: { zh: '周日', en: 'Sunday' },
};

/** What the values of a field mean, where they are written for programs. A domain that logs such values adds them. */
// biome-ignore format: a table is read by columns
const vocabularies: Readonly<Record<string, Words>> = {
  FlagList: companyFlags,
  Industry: industries,
  StateList: projectStates,
  UserType: { all: { zh: '全部成员', en: 'all members' }, external: { zh: '外部成员', en: 'external' }, unassigned: { zh: '未加入项目', en: 'not in a project' } },
  alarmLevels: levels,
  boundAccount: { begun: { zh: '开始绑定', en: 'being bound' } },
  countsAs: { ...weekdayWords, 8: { zh: '节假日', en: 'holiday' } },
  dataScreen: { opened: { zh: '已打开', en: 'opened' } },
  devices: { all: { zh: '全部设备', en: 'all devices' }, listed: { zh: '仅所选设备', en: 'listed devices only' } },
  exportKind: exportKinds,
  flags: companyFlags,
  format: formats,
  functionCode: codes,
  halfSelected: permissionWords,
  hiddenAs: shelfKinds,
  weekdays: weekdayWords,
  identity: { code: { zh: '验证码', en: 'a code' }, password: { zh: '密码', en: 'the password' } },
  industry: industries,
  kind: kinds,
  parity: parities,
  source: templateSources,
  valueType: valueTypes,
  password: { changed: { zh: '已修改', en: 'changed' }, reset: { zh: '已重置', en: 'reset' }, set: { zh: '已设置', en: 'set' }, 'set by the company': { zh: '由企业设置', en: 'set by the company' } },
  permissions: permissionWords,
  scope: { company: { zh: '整个企业', en: 'the company' }, project: { zh: '单个项目', en: 'a project' } },
  signInCode: { made: { zh: '已生成', en: 'made' } },
  state: { ...projectStates, running: { zh: '正在写入', en: 'writing' }, cancelled: { zh: '已取消', en: 'cancelled' }, open: { zh: '有效', en: 'open' }, revoked: { zh: '已撤销', en: 'revoked' }, pending: { zh: '待审批', en: 'waiting' }, approved: { zh: '已通过', en: 'approved' }, refused: { zh: '未通过', en: 'refused' } },
  videoKind: { flv: { zh: 'FLV', en: 'FLV' }, hls: { zh: 'HLS', en: 'HLS' }, whep: { zh: 'WebRTC', en: 'WebRTC' } },
};

/** Ids of uploaded pictures, which say nothing to people. */
const pictures = new Set(['avatar', 'cover']);
/** Of what was filtered only what it left out counts, not how the rest was ordered and turned. */
const unsaid = new Set(['SortType', 'IsAsc', 'PageIndex', 'PageSize', 'pageIndex', 'pageSize', 'Language', 'language']);

const said = {
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  none: { zh: '无', en: 'none' },
  picture: { zh: '图片', en: 'an image' },
} as const satisfies Words;

/** How words are made. */
export interface OperationSpeech {
  readonly language: Language;
  readonly names: OperationNames;
  /** A moment as its reader's clock shows it. */
  dateTime(epochMs: number): string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some lines were written with the columns' own names. */
const camel = (field: string): string => field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a field is called; one that has no name yet by its own. */
export function operationFieldInWords(field: string, language: Language): string {
  const name = camel(field);
  return Object.hasOwn(operationFields, name) ? operationFields[name]![language] : field;
}

function momentOf(field: string, value: unknown): number | null {
  if (!/(At|Time|Epoch)$/.test(field)) return null;
  if (typeof value === 'number' && value > 1e11) return value;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : null;
}

/** The value of a field of an operation, in words; null: there is none. */
export function operationValueInWords(field: string, value: unknown, speech: OperationSpeech): string | null {
  const { language, names } = speech;
  const name = camel(field);
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return said[value ? 'yes' : 'no'][language];
  if (Array.isArray(value)) {
    const parts = value.map((part) => operationValueInWords(field, part, speech)).filter((part) => part !== null);
    return parts.join(language === 'zh' ? '、' : ', ') || said.none[language];
  }
  if (isRecord(value)) {
    // Written down in both languages already.
    if (typeof value.zh === 'string' && typeof value.en === 'string') return value[language] as string;
    // A role somewhere, in a list of roles or of places: its name, and where.
    if (typeof value.role === 'string') {
      const place = operationValueInWords('projectId', value.projectId, speech);
      return place === null ? value.role : language === 'zh' ? `${value.role}（${place}）` : `${value.role} (${place})`;
    }
    const parts = Object.entries(value).flatMap(([inner, part]) => {
      const words = unsaid.has(inner) ? null : operationValueInWords(inner, part, speech);
      return words === null ? [] : [`${operationFieldInWords(inner, language)} ${words}`];
    });
    return parts.join(language === 'zh' ? '，' : ', ') || said.none[language];
  }
  if (pictures.has(name)) return said.picture[language];
  const words = Object.hasOwn(vocabularies, name) ? vocabularies[name] : undefined;
  if (words && Object.hasOwn(words, String(value))) return words[String(value)]![language];
  const kind = Object.hasOwn(pointers, name) ? pointers[name] : undefined;
  if (kind && Number.isInteger(Number(value))) return names[nameKey(kind, Number(value))] ?? `#${value}`;
  const moment = momentOf(name, value);
  return moment === null ? String(value) : speech.dateTime(moment);
}

/** What the fields of an operation point at. A company only by what we wrote ourselves: what was filtered, somebody typed. */
export function operationPointers(fields: unknown): { kind: NamedKind; id: number }[] {
  const found: { kind: NamedKind; id: number }[] = [];
  const look = (field: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const part of value) look(field, part, depth);
    else if (isRecord(value)) for (const [inner, part] of Object.entries(value)) look(inner, part, depth + 1);
    else {
      const kind = Object.hasOwn(pointers, camel(field)) ? pointers[camel(field)] : undefined;
      const id = Number(value);
      if (!kind || !Number.isInteger(id) || id < 1 || id > 2_147_483_647) return;
      if (kind !== 'company' || depth === 0) found.push({ kind, id });
    }
  };
  if (isRecord(fields)) for (const [field, value] of Object.entries(fields)) look(field, value, 0);
  return found;
}
