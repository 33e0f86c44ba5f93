import type { ProjectDetail } from '@watchpost/contract';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useProject, useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle } from '../ui/index.ts';
import { PlaceView } from '../ui/map/index.ts';
import './BasicInfoPage.css';
import { industries } from './industries.ts';
import { LabelList } from './LabelList.tsx';
import { ProjectAreas } from './ProjectAreas.tsx';
import { ProjectFormDialog } from './ProjectFormDialog.tsx';
import { ProjectStateTag } from './ProjectStateTag.tsx';
import './ProjectsPage.css';
import { coverText, fieldText, projectsText } from './projectsText.ts';
import { ServicePeriod } from './ServicePeriod.tsx';
import { subareaText } from './subareaText.ts';
import { useMapTiles } from './useChoices.ts';

/** The basic information of the current project; users who may configure it change it here. */
export function BasicInfoPage() {
  const t = useText(projectsText);
  const project = useProject();
  const { company } = useSession();
  const [editing, setEditing] = useState(false);
  const detail = useCall('getProject', {
    query: { companyId: company.CompanyId, subareaId: project.ProjectId },
  });
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  if (!detail.data) return <PageSkeleton />;
  return (
    <>
      <PageTitle
        actions={
          <Button type="primary" onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
        }
      />
      <Facts project={detail.data} name={project.ProjectName} />
      {editing ? <ProjectFormDialog projectId={project.ProjectId} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** @param name in the user's language; the detail has both as they were entered */
function Facts({ project, name }: { project: ProjectDetail; name: string }) {
  const t = useText(projectsText);
  const f = useText(fieldText);
  const c = useText(coverText);
  const s = useText(subareaText);
  const inWords = useBilingual();
  const tiles = useMapTiles();
  const industry = industries[project.Industry];
  const { Latitude, Longitude } = project;
  const located = Latitude !== null && Longitude !== null;
  const facts: [string, ReactNode][] = [
    [f.name, project.ProjectName],
    [f.nameEn, project.ProjectNameEn],
    [f.code, project.Code],
    [f.industry, industry ? inWords(industry) : null],
    [f.partition, project.Path.map(({ SubareaName }) => SubareaName).join(' / ') || f.noPartition],
    [f.grade, project.ProjectLevel === null ? null : f.gradeOf(project.ProjectLevel)],
    [f.service, <ServicePeriod key="service" start={project.ServiceStart} end={project.ServiceEnd} />],
    [f.timeZone, project.TimeZone],
    [f.labels, project.TagList.length > 0 ? <LabelList key="labels" labels={project.TagList} /> : null],
    [f.subsystems, project.Subsystems.map(({ BigTypeName }) => BigTypeName).join(' · ')],
    [f.created, [project.CreateTime, project.CreateName].filter(Boolean).join(' · ')],
  ];
  const counts: [string, number][] = [
    [f.areasOf(project.AreaCount), project.AreaCount],
    [f.devicesOf(project.DeviceCount), project.DeviceCount],
    [f.gatewaysOf(project.GatewayCount), project.GatewayCount],
    [f.membersOf(project.MemberCount), project.MemberCount],
  ];
  return (
    <div className="basic-info">
      <section className="basic-info-card" aria-labelledby="basics-of-project">
        <div className="basic-info-head">
          {project.Cover ? (
            <img className="basic-info-cover" src={project.Cover} alt={c.picture} />
          ) : (
            <div className="basic-info-cover basic-info-no-cover">{f.noCover}</div>
          )}
          <div>
            <h2 id="basics-of-project">
              {name} <ProjectStateTag state={project.State} start={project.ServiceStart} timeZone={project.TimeZone} />
            </h2>
            {project.Description ? <p className="basic-info-description">{project.Description}</p> : null}
            <ul className="basic-info-counts" aria-label={t.content}>
              {counts.map(([name, count]) => (
                <li key={name}>
                  <b className="tabular">{count}</b> {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <dl className="basic-info-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="basic-info-card basic-info-place" aria-labelledby="place-of-project">
        <header className="basic-info-place-head">
          <h2 id="place-of-project">{t.place}</h2>
          <Link to={links.projectPosition(project.ProjectId)}>{located ? t.editPosition : t.setPosition}</Link>
        </header>
        <p className={project.Address ? undefined : 'project-faint'}>{project.Address || f.noAddress}</p>
        <div className="basic-info-map">
          {located ? (
            <PlaceView label={t.mapOf(name)} position={{ latitude: Latitude, longitude: Longitude }} tiles={tiles} />
          ) : (
            <EmptyState title={t.noPosition} hint={t.noPositionHint} />
          )}
        </div>
      </section>
      <section className="basic-info-areas" aria-labelledby="areas-of-project">
        <h2 id="areas-of-project">{s.areas}</h2>
        <ProjectAreas project={{ id: project.ProjectId, name }} mayEdit />
      </section>
    </div>
  );
}
