import { type AllCalls, type CallData, likeWithinKelvin, minPeerDevices, type PreAlarm } from '@watchpost/contract';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { text } from './text.ts';
import { inUnit } from './warningWords.ts';

type Like = NonNullable<CallData<AllCalls['getPreAlarmEvidence']>['Like']>;

/** By name what a warning's device was compared with, and how alike is decided: only then the comparison can be judged. */
export function ComparedWith({ like, warning }: { like: Like; warning: PreAlarm }) {
  const t = useText(text);
  return (
    <section>
      <h3>{t.comparedWith}</h3>
      {like.List.length > 0 ? (
        <ul className="warning-like" aria-label={t.comparedWith}>
          {like.List.map(({ Mtid, MName, ProjectId, ProjectName, Value }) => (
            <li key={Mtid}>
              <span>
                <Link to={links.device(Mtid, ProjectId)}>{MName}</Link>
                {ProjectId === warning.ProjectId ? null : <small className="warning-by">{ProjectName}</small>}
              </span>
              <span className="tabular">{inUnit(Value, warning)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {like.HiddenCount > 0 ? <p className="warning-muted">{t.likeHidden(like.HiddenCount)}</p> : null}
      <p className="warning-muted">{t.howAlike(like.ClassName, warning.PointName, likeWithinKelvin, minPeerDevices)}</p>
    </section>
  );
}
