import { defineText, useText } from '../../lib/defineText.ts';
import { useSecondsUntil } from '../useSecondsUntil.ts';
import { TextField } from './TextField.tsx';
import type { PhoneCode } from './usePhoneCode.ts';
import type { FieldState } from './usePublicForm.ts';

const text = defineText({
  label: { zh: '验证码', en: 'Verification code' },
  ask: { zh: '获取验证码', en: 'Get a code' },
  again: { zh: (seconds: number) => `${seconds} 秒后可重发`, en: (seconds: number) => `Again in ${seconds} s` },
  sent: {
    zh: (to: string, minutes: number) => `验证码已发送至 ${to}，${minutes} 分钟内有效`,
    en: (to: string, minutes: number) => `A code is on its way to ${to}. It is good for ${minutes} minutes.`,
  },
  inTestInbox: {
    zh: (to: string) => `未接短信服务：发往 ${to} 的验证码在测试收件箱中，请向管理员索取`,
    en: (to: string) => `No SMS service is connected: the code for ${to} is in the test inbox. Ask an administrator.`,
  },
});

/** Six digits that came by message, and the button that asks for them. */
export function CodeField({ field, code, busy }: { field: FieldState; code: PhoneCode; busy: boolean }) {
  const t = useText(text);
  const seconds = useSecondsUntil(code.nextAt);
  return (
    <TextField
      field={{ ...field, change: (value) => field.change(value.replace(/\D/g, '')) }}
      label={t.label}
      inputMode="numeric"
      autoComplete="one-time-code"
      after={
        <button
          type="button"
          className="public-input-button tabular"
          aria-disabled={busy || seconds > 0}
          onClick={() => {
            if (!busy && seconds === 0) code.ask();
          }}
        >
          {seconds > 0 ? t.again(seconds) : t.ask}
        </button>
      }
      hint={
        code.asked ? (
          <p role="status">
            {code.asked.inTestInbox ? t.inTestInbox(code.asked.target) : t.sent(code.asked.target, code.asked.minutes)}
          </p>
        ) : null
      }
    />
  );
}
