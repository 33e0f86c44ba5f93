import type { Bilingual } from './call.ts';

/**
 * One refusal: HTTP status, and what it says in both languages. Places like `{name}` are filled from the refusal's parameters, those like
 * `{n:item is|items are}` by whether `n` is one.
 */
export interface ErrorEntry extends Bilingual {
  readonly code: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 428 | 429 | 500 | 503;
  /**
   * The field of the input that it is about, as the wire calls it: forms say it there. Calls may differ in its name: of several it
   * is one that was sent, else the first that the call takes, and no field where the call takes none of them.
   */
  readonly field?: string | readonly string[];
}

export type ErrorCatalogue = Readonly<Record<string, ErrorEntry>>;

/** Refusals that any call may answer. Spec §8. */
export const commonErrors = {
  badInput: { code: 400, zh: '输入有误：{fields}', en: 'Check your input: {fields}' },
  sessionExpired: { code: 401, zh: '登录状态已过期，请重新登录', en: 'Your session has expired. Please log in again.' },
  noPermission: {
    code: 403,
    zh: '您没有此操作的权限，请联系管理员',
    en: 'You do not have permission for this. Ask your administrator.',
  },
  wholeProjectNeeded: {
    code: 403,
    zh: '此操作需要可查看该项目的全部设备，而您只能查看部分设备',
    en: 'You see only some devices of this project, and this takes all of them.',
  },
  notYourCompany: { code: 403, zh: '您不属于该企业', en: 'You are not a member of this company.' },
  notYourProject: {
    code: 403,
    zh: '这不是您的项目，请联系管理员',
    en: 'This is not one of your projects. Contact your administrator.',
  },
  projectOfMany: {
    code: 400,
    zh: '有多个同名项目，请留空，导入后再选择',
    en: 'Several projects have this name. Leave it empty and choose one after the import.',
  },
  namesTwo: {
    code: 400,
    zh: '请求中指定了两个不同的企业或项目，请只指定一个',
    en: 'This names two different companies or projects. Name one.',
  },
  notFound: { code: 404, zh: '未找到该内容，可能已被删除', en: 'Not found. It may have been deleted.' },
  unknownCall: { code: 404, zh: '没有这个接口', en: 'There is no such call.' },
  identityNeeded: {
    code: 428,
    zh: '此操作需要验证身份，请重新输入密码或验证码',
    en: 'This needs proof that it is you. Enter your password or a code again.',
  },
  fileMissing: { code: 400, field: 'file', zh: '请选择要上传的文件', en: 'Choose a file to upload.' },
  sheetChanged: {
    code: 409,
    zh: '表格检查后数据已变化。第 {row} 行：{problem}',
    en: 'Something has changed since the sheet was looked at. Row {row}: {problem}',
  },
  importFailed: {
    code: 400,
    zh: '批量导入失败：{count} 行有误，未导入任何数据',
    en: 'The batch import failed: nothing was imported. Wrong rows: {count}.',
  },
  noFiles: { code: 400, field: 'file', zh: '此接口不接收文件', en: 'This call takes no files.' },
  fileInfected: {
    code: 400,
    field: 'file',
    zh: '病毒扫描发现文件「{name}」有问题，未保存',
    en: 'The virus scanner found something in “{name}”. Nothing was stored.',
  },
  fileNotScanned: {
    code: 503,
    field: 'file',
    zh: '病毒扫描服务无响应，文件未保存，请稍后重试',
    en: 'The virus scanner does not answer, so nothing was stored. Please try again shortly.',
  },
  fileTooLarge: {
    code: 413,
    field: 'file',
    zh: '文件过大或文件过多',
    en: 'The file is too large, or there are too many.',
  },
  bodyTooSlow: {
    code: 408,
    zh: '请求发送过慢，请检查网络后重试',
    en: 'The request arrived too slowly. Check the network and try again.',
  },
  bodyTooLarge: { code: 413, zh: '提交的内容过大', en: 'The request is too large.' },
  tooManyRequests: {
    code: 429,
    zh: '操作过于频繁，请 {seconds} 秒后再试',
    en: 'Too many requests. Try again in {seconds} seconds.',
  },
  serverError: { code: 500, zh: '服务器错误，请稍后重试', en: 'Server error. Please try again later.' },
  unavailable: {
    code: 503,
    zh: '服务暂不可用，请稍后重试',
    en: 'The service is temporarily unavailable. Please try again shortly.',
  },
} satisfies ErrorCatalogue;
