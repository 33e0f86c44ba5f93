import { useEffect, useState } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { justJoined } from './joined.ts';
import { PublicPage } from './PublicPage.tsx';

const text = defineText({
  title: { zh: '加入成功', en: 'You have joined' },
  joined: {
    zh: (company: string) => `您已加入“${company}”。`,
    en: (company: string) => `You are now a member of ${company}.`,
  },
  isNew: {
    zh: '已用您的手机号创建账号。以后用短信登录，或在个人设置中设置用户名和密码。',
    en: 'An account was made with your phone number. Log in by SMS from now on, or set a username and password in your personal settings.',
  },
  enter: { zh: '进入系统', en: 'Go in' },
});

/** Says what an invitation led into, and leads on. */
export function InvitationAcceptedPage() {
  const t = useText(text);
  const [joined] = useState(justJoined);
  // A visitor who opens the address without having joined just now is not told that they have.
  useEffect(() => {
    if (joined === null) window.location.replace('/');
  }, [joined]);
  if (joined === null) return null;
  return (
    <PublicPage title={t.title}>
      <p className="public-text">{t.joined(joined.companyName)}</p>
      {joined.isNew ? <p className="public-text public-muted">{t.isNew}</p> : null}
      <a className="public-go" href="/">
        {t.enter}
      </a>
    </PublicPage>
  );
}
