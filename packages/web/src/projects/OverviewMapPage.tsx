import { Button, Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useSession } from '../lib/session.ts';
import { useMedia } from '../lib/useMedia.ts';
import { EmptyState, PageTitle } from '../ui/index.ts';
import { type MapSite, SiteMap } from '../ui/map/index.ts';
import { OverviewCard } from './OverviewCard.tsx';
import { OverviewList } from './OverviewList.tsx';
import './OverviewMapPage.css';
import {
  isLocated,
  isWatched,
  type OverviewQuery,
  overviewOf,
  overviewQueryOf,
  overviewStateOf,
  withOverviewQuery,
} from './overview.ts';
import { overviewStateText, overviewText } from './text.ts';
import { useMapTiles } from './useChoices.ts';
import { useFreshProjects } from './useFreshProjects.ts';

/**
 * All projects the user may see, on the map and beside it, with what is wrong in them. The projects of the session are renewed by
 * the shell whenever an alarm of one of them changes, and by its poll while the live channel is down; so is this screen.
 */
export function OverviewMapPage() {
  const t = useText(overviewText);
  const states = useText(overviewStateText);
  const { projects } = useSession();
  useFreshProjects();
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => overviewQueryOf(params), [params]);
  const [together, setTogether] = useState<readonly number[]>([]);
  const change = useCallback(
    (next: Partial<OverviewQuery>) =>
      setParams((before) => withOverviewQuery(before, { ...overviewQueryOf(before), ...next }), { replace: true }),
    [setParams],
  );

  const shown = useMemo(() => overviewOf(projects, query), [projects, query]);
  const sites = useMemo(
    () =>
      shown.filter(isLocated).map((project): MapSite => {
        const state = overviewStateOf(project);
        const watched = isWatched(project);
        return {
          id: project.ProjectId,
          name: project.ProjectName,
          latitude: project.Latitude,
          longitude: project.Longitude,
          // What is not watched any more must not make its neighbours look worse.
          level: watched ? project.AlarmLevel : null,
          alarmCount: project.AlarmCount,
          muted: !watched,
          beyond: state === 'beyond',
          words:
            state === 'expired'
              ? t.expiredOn(project.ServiceEnd ?? '')
              : state === 'disabled'
                ? states.disabled
                : project.AlarmCount > 0
                  ? t.alarms(project.AlarmCount)
                  : state === 'beyond'
                    ? t.beyondCount(project.BeyondCount)
                    : state === 'offline'
                      ? t.offlineCount(project.OfflineCount)
                      : t.noAlarms,
        };
      }),
    [shown, t, states],
  );
  const tiles = useMapTiles();
  const chosen = projects.find(({ ProjectId }) => ProjectId === query.chosen) ?? null;
  // A phone has room for one of them: what is wrong comes first.
  const phone = !useMedia('(min-width: 768px)');
  const [part, setPart] = useState<'list' | 'map'>(query.chosen === null ? 'list' : 'map');
  const choose = (id: number | null) => {
    if (id !== null) setPart('map');
    setTogether([]);
    change({ chosen: id });
  };
  const alarming = projects.filter((project) => overviewStateOf(project) === 'alarm').length;
  const unwatched = projects.filter((project) => !isWatched(project)).length;

  if (projects.length === 0) return <EmptyState title={t.none} hint={t.noneHint} />;
  return (
    <div className="overview">
      <PageTitle subtitle={t.summary(projects.length, alarming, unwatched)} />
      {phone ? (
        <Segmented<'list' | 'map'>
          block
          aria-label={t.parts}
          value={part}
          onChange={setPart}
          options={[
            { value: 'list', label: t.partList },
            { value: 'map', label: t.partMap },
          ]}
        />
      ) : null}
      {phone && part === 'list' ? null : (
        <div className="overview-map">
          <SiteMap
            label={t.map}
            sites={sites}
            selectedId={chosen?.ProjectId ?? null}
            tiles={tiles}
            onSelect={choose}
            onSelectGroup={(ids) => {
              change({ chosen: null });
              setTogether(ids);
            }}
          />
          {chosen ? <OverviewCard key={chosen.ProjectId} project={chosen} onClose={() => choose(null)} /> : null}
          {!chosen && together.length > 0 ? (
            <section className="overview-card" aria-label={t.here(together.length)}>
              <h2 className="overview-card-name">{t.here(together.length)}</h2>
              <ul className="overview-together">
                {projects
                  .filter(({ ProjectId }) => together.includes(ProjectId))
                  .map(({ ProjectId, ProjectName }) => (
                    <li key={ProjectId}>
                      <Button type="link" size="small" onClick={() => choose(ProjectId)}>
                        {ProjectName}
                      </Button>
                    </li>
                  ))}
              </ul>
              <Button size="small" onClick={() => setTogether([])}>
                {t.close}
              </Button>
            </section>
          ) : null}
        </div>
      )}
      {phone && part === 'map' ? null : (
        <OverviewList projects={shown} query={query} onChange={change} onChoose={choose} />
      )}
    </div>
  );
}
