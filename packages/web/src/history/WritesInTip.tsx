import { type WriteRecord, writeOutcomes } from '@watchpost/contract';
import { formatDateTimeSeconds } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useTheme } from '../lib/theme.ts';
import { valueWords } from '../writing/index.ts';
import { curveColour } from './curveColours.ts';
import { timeOfWrite } from './curveWrites.ts';
import type { CurveShape } from './shapeCurves.ts';
import { text } from './text.ts';

/** Beside the curve there is room for a few. */
const most = 4;

/** Who wrote what when, and what became of it. */
export function WritesInTip({
  writes,
  shape,
  timeZone,
}: {
  writes: readonly WriteRecord[];
  shape: CurveShape;
  timeZone: string;
}) {
  const t = useText(text);
  const say = useBilingual();
  const theme = useTheme();
  const curves = [...shape.analogs, ...shape.states];
  if (writes.length === 0) return null;
  return (
    <div className="curve-tip-writes">
      {writes.slice(0, most).map((write) => {
        const place = curves.find(({ curve }) => curve.PointId === write.PointId)?.colour ?? 0;
        return (
          <div key={write.WriteId}>
            <div>
              <span className="curve-tip-pin" style={{ color: curveColour(theme, place) }} aria-hidden="true">
                ▼
              </span>{' '}
              {formatDateTimeSeconds(timeOfWrite(write), timeZone).slice(11)} <b>{write.Nickname}</b> {write.PointName}
            </div>
            <div>
              {write.OldValue === null ? null : `${valueWords(write, write.OldValue)} → `}
              {valueWords(write, write.Value)} · {say(writeOutcomes[write.Outcome])}
            </div>
            {write.Reason === '' ? null : <div className="curve-tip-time">{write.Reason}</div>}
          </div>
        );
      })}
      {writes.length > most ? <div className="curve-tip-time">{t.moreWrites(writes.length - most)}</div> : null}
    </div>
  );
}
