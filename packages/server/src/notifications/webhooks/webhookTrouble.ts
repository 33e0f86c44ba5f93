import type { Bilingual } from '@watchpost/contract';

/** What a try failed with, as it was noted, and how people call it. From the narrow to the wide. */
const troubles: readonly (readonly [RegExp, (found: RegExpExecArray) => Bilingual])[] = [
  [/^HTTP (\d+)/, ([, status]) => ({ zh: `对方返回 HTTP ${status}`, en: `The other side answered HTTP ${status}` })],
  [
    /is a private address/,
    () => ({
      zh: '不允许内网地址；需要时请管理员在 ALLOWED_PRIVATE_HOSTS 中放行',
      en: 'The address lies on a private network, which is not allowed unless ALLOWED_PRIVATE_HOSTS names it',
    }),
  ],
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, () => ({ zh: '无法连接到该地址', en: 'Nothing listens at this address' })],
  [/ENOTFOUND|EAI_AGAIN/, () => ({ zh: '找不到该主机', en: 'There is no such host' })],
  [/timeout|aborted|ETIMEDOUT/i, () => ({ zh: '10 秒内没有答复', en: 'No answer within 10 seconds' })],
  [/certificate|SSL|TLS/i, () => ({ zh: '对方的安全证书无效', en: 'Its certificate is not valid' })],
  [/ECONNRESET|socket hang up|EPIPE/i, () => ({ zh: '对方中断了连接', en: 'It hung up' })],
  [/is too long/, () => ({ zh: '对方的答复过长', en: 'Its answer is too long' })],
];

/** Why a webhook took nothing, in words; what is not known of is told as it was noted. */
export function webhookTrouble(noted: string): Bilingual {
  for (const [pattern, words] of troubles) {
    const found = pattern.exec(noted);
    if (found) return words(found);
  }
  return { zh: `发送失败：${noted}`, en: `It could not be sent: ${noted}` };
}
