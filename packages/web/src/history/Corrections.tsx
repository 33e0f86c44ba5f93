import { EditOutlined } from '@ant-design/icons';
import type { Curve } from '@watchpost/contract';
import { formatDateTime } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { correctionWords } from './correctionWords.ts';
import { text } from './text.ts';

/** The newest ones; the number of the others is said, and the table shows each at its values. */
const most = 3;

/** What was changed by hand of what the curve shows, under the curve. */
export function Corrections({ curves, timeZone }: { curves: readonly Curve[]; timeZone: string }) {
  const t = useText(text);
  const all = curves
    .flatMap(({ PointName, PointId, CorrectionList = [] }) =>
      CorrectionList.map((one) => ({ PointName, PointId, one })),
    )
    .sort((a, b) => b.one.Epoch - a.one.Epoch);
  return (
    <>
      {all.slice(0, most).map(({ PointName, PointId, one }) => (
        <span key={`${PointId} ${one.Epoch} ${one.FromEpoch}`}>
          <EditOutlined aria-hidden /> {PointName} ·{' '}
          {one.Kind === 'rounded'
            ? null
            : `${t.correctedStretch(formatDateTime(one.FromEpoch, timeZone), formatDateTime(one.ToEpoch, timeZone), one.Count)} · `}
          {correctionWords(one, t, timeZone)}
        </span>
      ))}
      {all.length > most ? <span>{t.moreCorrections(all.length - most)}</span> : null}
    </>
  );
}
