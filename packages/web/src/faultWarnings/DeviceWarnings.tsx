import { warningKinds } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useCall } from '../lib/useCall.ts';
import { SeverityMark } from '../ui/index.ts';
import { text } from './text.ts';
import { WarningDialog } from './WarningDialog.tsx';
import './warnings.css';
import { useTimeToLimit } from './warningWords.ts';

/** The open fault warnings of a device; nothing where there are none. */
export function DeviceWarnings({ projectId, deviceId }: { projectId: number; deviceId: number }) {
  const t = useText(text);
  const inWords = useBilingual();
  const timeToLimit = useTimeToLimit();
  const [opened, open] = useState<number | null>(null);
  const found = useCall(
    'preAlarmPage',
    { body: { ProjectId: projectId, Mtid: deviceId, IsOver: false } },
    { refetchInterval: 60_000 },
  );
  if (!found.data || found.data.Data.length === 0) return null;
  return (
    <section className="warning-panel" aria-label={t.ofDevice}>
      <h2>{t.warnings}</h2>
      <ul>
        {found.data.Data.map((warning) => {
          const ahead = timeToLimit(warning);
          return (
            <li key={warning.ID}>
              <SeverityMark level={warning.Level} variant="mark" />
              <span>
                <b>{inWords(warningKinds[warning.Type])}</b> · {warning.PointName} · {warning.Content}
                {ahead ? <b className="warning-ahead">{ahead}</b> : null}
              </span>
              <Button size="small" onClick={() => open(warning.ID)}>
                {t.details}
              </Button>
            </li>
          );
        })}
      </ul>
      {opened === null ? null : <WarningDialog id={opened} onClose={() => open(null)} onSay={null} />}
    </section>
  );
}
