import type { Bilingual } from '../call.ts';

/** What may be an attack, or follow one. */
export const securityEventKinds = {
  codeWrong: { zh: '验证码错误', en: 'Wrong code' },
  gatewayRefused: { zh: '网关登录被拒', en: 'Gateway login refused' },
  gatewayClash: { zh: '两个连接自称同一网关', en: 'Two connections for one gateway' },
  notKept: { zh: '事件过多，未逐条保留', en: 'Too many events, not kept one by one' },
  rightRefused: { zh: '越权访问被拒', en: 'Access refused' },
  signInElsewhere: { zh: '新网络登录', en: 'Sign-in from a new network' },
  signInFailed: { zh: '密码错误', en: 'Wrong password' },
  signInLocked: { zh: '登录已锁定', en: 'Sign-in locked' },
  tokenReused: { zh: '登录凭证被复制', en: 'Copied sign-in used' },
} as const satisfies Record<string, Bilingual>;
export type SecurityEventKind = keyof typeof securityEventKinds;
