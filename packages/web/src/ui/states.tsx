import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '../lib/CallError.ts';
import { defineText, useText } from '../lib/defineText.ts';
import './states.css';

const text = defineText({
  failed: { zh: '加载失败', en: 'Could not be loaded' },
  unreachable: { zh: '无法连接服务器', en: 'The server cannot be reached' },
  unreachableHint: {
    zh: '请检查网络；恢复后将自动刷新。',
    en: 'Check your network. This will refresh when it is back.',
  },
  retry: { zh: '重试', en: 'Try again' },
  noPermission: { zh: '没有查看权限', en: 'You may not see this' },
  noPermissionHint: {
    zh: '如需查看，请联系管理员为您的角色授权。',
    en: 'Ask your administrator to add it to your role.',
  },
  unknown: { zh: '出现未知错误', en: 'Something went wrong' },
});

/** The frame of the three states below: what is (not) here, why, what to do. */
function State({
  shape,
  title,
  hint,
  action,
  urgent = false,
}: {
  shape: ReactNode;
  title: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  urgent?: boolean;
}) {
  return (
    <div className="state" role={urgent ? 'alert' : undefined}>
      <svg className="state-shape" width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        {shape}
      </svg>
      <p className="state-title">{title}</p>
      {hint ? <p className="state-hint">{hint}</p> : null}
      {action ? <div className="state-action">{action}</div> : null}
    </div>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const;

/** Nothing to show: say what would stand here and what to do. */
export const EmptyState = ({ title, hint, action }: { title: ReactNode; hint?: ReactNode; action?: ReactNode }) => (
  <State
    shape={
      <g {...line}>
        <rect x="6" y="9" width="28" height="22" rx="3" />
        <path d="M6 23h8l2 4h8l2-4h8" />
      </g>
    }
    title={title}
    hint={hint}
    action={action}
  />
);

/** A failed load, with the server's words and a way to try again. A 403 becomes `NoPermission`. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText(text);
  const code = error instanceof CallError ? error.code : null;
  if (code === 403) return <NoPermission hint={(error as CallError).message} />;
  return (
    <State
      urgent
      shape={
        <g {...line}>
          <circle cx="20" cy="20" r="14" />
          <path d="M20 12v10M20 27v.5" />
        </g>
      }
      title={code === 0 ? t.unreachable : t.failed}
      hint={code === 0 ? t.unreachableHint : error instanceof CallError ? error.message : t.unknown}
      action={onRetry ? <Button onClick={onRetry}>{t.retry}</Button> : null}
    />
  );
}

/** Here is something that this user may not see; say whom to ask. */
export function NoPermission({ title, hint, action }: { title?: ReactNode; hint?: ReactNode; action?: ReactNode }) {
  const t = useText(text);
  return (
    <State
      shape={
        <g {...line}>
          <rect x="9" y="18" width="22" height="15" rx="3" />
          <path d="M13 18v-4a7 7 0 0 1 14 0v4M20 24v4" />
        </g>
      }
      title={title ?? t.noPermission}
      hint={hint ?? t.noPermissionHint}
      action={action}
    />
  );
}
