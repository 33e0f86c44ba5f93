import { notifiedLevels } from '@watchpost/contract';
import { Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { NotificationPreview } from '../../notifications/index.ts';
import { ListSkeleton, SeverityMark } from '../../ui/index.ts';
import { text } from './text.ts';

/** As it is saved: by which channel people would be notified now, at the level chosen. */
export function RecipientPreview({ strategyId }: { strategyId: number }) {
  const t = useText(text);
  const [level, choose] = useState(1);
  return (
    <section className="strategy-told">
      <h2>{t.whoNow}</h2>
      <Segmented
        aria-label={t.receiveLevel}
        value={level}
        onChange={choose}
        options={notifiedLevels.map((each) => ({ value: each, label: <SeverityMark level={each} variant="word" /> }))}
      />
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <NotificationPreview strategyId={strategyId} level={level} />
      </Suspense>
    </section>
  );
}
