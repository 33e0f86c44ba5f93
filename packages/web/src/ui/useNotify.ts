import { App } from 'antd';
import { useMemo } from 'react';
import { CallError } from '../lib/CallError.ts';
import { defineText, useText } from '../lib/defineText.ts';

const text = defineText({ failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' } });

export interface Notify {
  success(words: string): void;
  info(words: string): void;
  /** What cannot be taken, found out here. */
  warning(words: string): void;
  /** The server's own words for a refused call; a neutral sentence for anything else. Spec §8: shown, not retried. */
  failure(error: unknown): void;
}

/** Short notices at the top of the screen, announced to screen readers by the kit. */
export function useNotify(): Notify {
  const { message } = App.useApp();
  const t = useText(text);
  return useMemo(
    () => ({
      success: (words) => void message.success(words),
      info: (words) => void message.info(words),
      warning: (words) => void message.warning(words),
      failure: (error) => void message.error(error instanceof CallError ? error.message : t.failed),
    }),
    [message, t],
  );
}
