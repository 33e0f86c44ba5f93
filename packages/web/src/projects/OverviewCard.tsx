import { CloseOutlined } from '@ant-design/icons';
import type { ProjectRow } from '@watchpost/contract';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { pollWhenNotLive } from '../lib/realtime.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { SeverityMark, Skeleton, severityOf, severityText } from '../ui/index.ts';
import { industries } from './industries.ts';
import { isLocated, overviewStateOf } from './overview.ts';
import { StateTag } from './StateTag.tsx';
import { overviewText } from './text.ts';
import { useStanding } from './useStanding.ts';

/** Spec §9, as the message centre. */
const pollMs = 30_000;

/** One project on the overview map: what is wrong, and the ways on. Escape closes it. */
export function OverviewCard({ project, onClose }: { project: ProjectRow; onClose: () => void }) {
  const t = useText(overviewText);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const maySet = useMay('projectConfig');
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus(), []);
  const state = overviewStateOf(project);
  const industry = industries[project.Industry];
  const standing = useStanding()(project);

  return (
    <section
      ref={frame}
      className="overview-card"
      aria-label={project.ProjectName}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className="overview-card-head">
        <h2 className="overview-card-name">{project.ProjectName}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t.close}
          title={t.close}
          onClick={onClose}
        />
      </header>
      <p className="overview-card-what">
        {state === 'alarm' ? null : <StateTag state={state} />}
        {[industry ? inWords(industry) : null, project.Code].filter(Boolean).join(' · ')}
      </p>
      <p className={project.Address ? undefined : 'overview-faint'}>{project.Address || t.noAddress}</p>
      {isLocated(project) ? null : (
        <p className="overview-faint">
          {t.noPosition}
          {maySet ? (
            <>
              {' · '}
              <Link to={links.projectPosition(project.ProjectId)}>{t.setPosition}</Link>
            </>
          ) : null}
        </p>
      )}
      {project.State === 'disabled' ? <p className="overview-card-expired">{t.disabledHint}</p> : null}
      {project.State === 'expired' ? (
        <p className="overview-card-expired">
          {t.expiredOn(project.ServiceEnd ?? '')} {t.expiredHint}
        </p>
      ) : null}
      <Levels project={project} />
      {standing.length > 0 ? <p className="tabular">{standing.join(' · ')}</p> : null}
      <div className="overview-card-actions">
        <Button type="primary" onClick={() => navigate(links.project(project.ProjectId))}>
          {t.open}
        </Button>
        {project.AlarmCount > 0 ? (
          <Button onClick={() => navigate(links.alarmsOfProject(project.ProjectId))}>{t.seeAlarms}</Button>
        ) : null}
      </div>
    </section>
  );
}

/** Open alarms by level, as the alarm list counts them. */
function Levels({ project }: { project: ProjectRow }) {
  const t = useText(overviewText);
  const words = useText(severityText);
  const { company } = useSession();
  const some = project.AlarmCount > 0;
  const counts = useCall(
    'getAlarmOverNum',
    some ? { query: { companyId: company.CompanyId }, body: { ProjectId: project.ProjectId } } : null,
    { scope: 'company', refetchInterval: pollWhenNotLive(pollMs) },
  );
  if (!some) return <p>{t.noAlarms}</p>;
  if (counts.error && !counts.data) return <p className="overview-faint">{t.byLevelFailed}</p>;
  if (!counts.data) return <Skeleton width="60%" height={20} />;
  return (
    <ul className="overview-levels" aria-label={t.alarms(project.AlarmCount)}>
      {counts.data.Levels.filter(({ Count }) => Count > 0).map(({ Level, Count }) => (
        <li key={Level}>
          <SeverityMark level={Level} variant="tag">
            {words[severityOf(Level)]} <b className="tabular">{Count}</b>
          </SeverityMark>
        </li>
      ))}
    </ul>
  );
}
