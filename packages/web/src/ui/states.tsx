import { Button } from 'antd';
import { type ReactNode, useContext } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '../lib/CallError.ts';
import { defineText, useText } from '../lib/defineText.ts';
import { PageBackContext } from './PageTitle.tsx';
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
  missing: { zh: '它不存在，或者不属于您', en: 'It does not exist, or is not yours' },
  missingHint: {
    zh: '编号可能有误，也可能已被删除，或在您无权查看的项目里。',
    en: 'The number may be wrong, it may have been deleted, or it is in a project that you may not see.',
  },
  toList: { zh: '返回列表', en: 'Back to the list' },
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

const emptyTray = (
  <g {...line}>
    <rect x="6" y="9" width="28" height="22" rx="3" />
    <path d="M6 23h8l2 4h8l2-4h8" />
  </g>
);

/** Nothing to show: say what would stand here and what to do. */
export const EmptyState = ({ title, hint, action }: { title: ReactNode; hint?: ReactNode; action?: ReactNode }) => (
  <State shape={emptyTray} title={title} hint={hint} action={action} />
);

/**
 * A failed load, with the server's words and a way to try again. A 403 becomes `NoPermission`; of what is not there (404) it
 * leads back to the list of the page, because trying again would not help.
 */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText(text);
  const code = error instanceof CallError ? error.code : null;
  const list = useContext(PageBackContext);
  if (code === 404) {
    const action = list ? <ToList path={list} /> : onRetry ? <Button onClick={onRetry}>{t.retry}</Button> : null;
    return <State urgent shape={emptyTray} title={t.missing} hint={t.missingHint} action={action} />;
  }
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

function ToList({ path }: { path: string }) {
  const t = useText(text);
  const navigate = useNavigate();
  return (
    <Button type="primary" onClick={() => navigate(path)}>
      {t.toList}
    </Button>
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
