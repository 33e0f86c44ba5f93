import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { switchLanguage, useBilingual, useLanguage } from '../lib/language.ts';
import { noteServerDate } from '../lib/serverClock.ts';
import { documentTitle } from '../ui/PageTitle.tsx';
import './SelfTestPage.css';
import { type Finding, selfTests } from './selfTests.ts';
import { text } from './text.ts';

/** The time of the server comes with any answer of it; without a sign-in nothing else may have asked yet. */
async function learnServerTime(): Promise<void> {
  const sentAt = Date.now();
  const reply = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (reply) noteServerDate(reply.headers.get('date'), sentAt, Date.now());
}

/** The first questions of phone support: does the server answer, do live values arrive, is the clock right? */
export function SelfTestPage() {
  const t = useText(text);
  const inWords = useBilingual();
  const language = useLanguage();
  const [findings, setFindings] = useState<ReadonlyMap<string, Finding>>(new Map());
  const [running, setRunning] = useState(false);
  const title = t.selfTest;

  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);

  const run = useCallback(async () => {
    setRunning(true);
    setFindings(new Map());
    await learnServerTime();
    await Promise.all(
      selfTests.map(async (test) => {
        const finding = await test.run();
        setFindings((before) => new Map(before).set(test.name, finding));
      }),
    );
    setRunning(false);
  }, []);
  useEffect(() => void run(), [run]);

  const bad = [...findings.values()].filter(({ result }) => result === 'bad').length;
  const summary = running ? t.selfTestRunning : bad === 0 ? t.selfTestGood : t.selfTestBad(bad);
  return (
    <main className="self-test">
      <p className="self-test-head">
        <a href="/">{t.toFirstPage}</a>
        <button
          type="button"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => switchLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          {t.otherLanguage}
        </button>
      </p>
      <h1>{title}</h1>
      <p role="status">{summary}</p>
      <dl>
        {selfTests.map((test) => {
          const finding = findings.get(test.name);
          return (
            <div key={test.name} className={`self-test-row self-test-${finding?.result ?? 'running'}`}>
              <dt>{inWords(test.title)}</dt>
              <dd>
                <strong>{finding ? t[finding.result] : t.checking}</strong>
                {finding ? <span>{inWords(finding.words)}</span> : null}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="self-test-browser">
        {navigator.userAgent} · {window.innerWidth}×{window.innerHeight} ·{' '}
        {Intl.DateTimeFormat().resolvedOptions().timeZone}
      </p>
      <Button type="primary" loading={running} onClick={() => void run()}>
        {t.runAgain}
      </Button>
    </main>
  );
}
