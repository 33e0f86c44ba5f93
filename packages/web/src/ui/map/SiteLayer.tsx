import type L from 'leaflet';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { SeverityMark } from '../SeverityMark.tsx';
import { severityOf, severityText } from '../severity.ts';
import { arrangeNames } from './arrangeNames.ts';
import { boundsOf, LandMap, useMap } from './LandMap.tsx';
import { MapPin } from './MapPin.tsx';
import type { MapSite, MapTiles } from './mapSite.ts';
import { type SiteGroup, siteIndex } from './siteGroups.ts';
import './SiteLayer.css';
import { text } from './text.ts';

export interface SiteMapProps {
  label: string;
  sites: readonly MapSite[];
  /** Stands out, and is brought into the view when it changes; null: none. */
  selectedId: number | null;
  tiles: MapTiles | null;
  onSelect: (id: number) => void;
  /** Sites that stand at one place, however near one looks. */
  onSelectGroup: (ids: readonly number[]) => void;
}

/** So near that one knows where it is, so far that one sees what is around. */
const nearestFit = 8;
const drawnAround = 0.3;
/** Markers are put on the map one render after they are drawn. */
const arrangeAfterMs = 50;

function showAll(map: L.Map, sites: readonly MapSite[], animate: boolean): void {
  if (sites.length === 0) {
    map.setView([25, 60], 2, { animate });
    return;
  }
  map.fitBounds(
    sites.map(({ latitude, longitude }) => [latitude, longitude]),
    { padding: [64, 64], maxZoom: nearestFit, animate },
  );
}

/** The world with sites on it. Loaded by `SiteMap`. */
export function SiteLayer(props: SiteMapProps) {
  const { label, tiles, sites } = props;
  return (
    <LandMap label={label} tiles={tiles} onShowAll={(map) => showAll(map, sites, true)}>
      <Sites {...props} />
    </LandMap>
  );
}

function Sites({ sites, selectedId, onSelect, onSelectGroup }: SiteMapProps) {
  const map = useMap();
  const maxZoom = map.getMaxZoom();
  // At the nearest zoom, too, sites within a finger's width are one group.
  const index = useMemo(() => siteIndex(sites, maxZoom), [sites, maxZoom]);
  const [view, setView] = useState(() => ({ bounds: boundsOf(map, drawnAround), zoom: map.getZoom() }));

  useEffect(() => {
    const look = () => setView({ bounds: boundsOf(map, drawnAround), zoom: map.getZoom() });
    look();
    map.on('moveend', look);
    return () => void map.off('moveend', look);
  }, [map]);

  const fitted = useRef(false);
  useEffect(() => {
    // Once: later changes must not move what somebody looks at.
    if (fitted.current || sites.length === 0) return;
    fitted.current = true;
    showAll(map, sites, false);
  }, [map, sites]);

  const selected = sites.find(({ id }) => id === selectedId);
  const latest = useRef({ index, selected });
  useEffect(() => {
    latest.current = { index, selected };
  });
  useEffect(() => {
    const { selected: site, index: known } = latest.current;
    if (selectedId === null || !site) return;
    const zoom = known.zoomAlone(site, map.getZoom());
    const at: L.LatLngExpression = [site.latitude, site.longitude];
    if (zoom !== map.getZoom() || !map.getBounds().pad(-0.1).contains(at)) map.setView(at, zoom);
  }, [map, selectedId]);

  // Each time anything moved, once the markers stand where they belong.
  useEffect(() => {
    const timer = window.setTimeout(
      () => arrangeNames(map.getContainer().closest<HTMLElement>('.map') ?? map.getContainer()),
      arrangeAfterMs,
    );
    return () => window.clearTimeout(timer);
  });

  const shown = useMemo(() => index.within(view.bounds, view.zoom), [index, view]);
  return shown.map((each) =>
    each.kind === 'site' ? (
      <MapPin
        key={each.site.id}
        at={each.site}
        raised={each.site.id === selectedId}
        onPress={() => onSelect(each.site.id)}
      >
        <SiteMark site={each.site} selected={each.site.id === selectedId} />
      </MapPin>
    ) : (
      <MapPin
        key={each.group.key}
        at={each.group}
        onPress={() => {
          const { apartAtZoom, latitude, longitude } = each.group;
          if (apartAtZoom > maxZoom) onSelectGroup(each.group.ids());
          else map.setView([latitude, longitude], apartAtZoom);
        }}
      >
        <GroupMark group={each.group} />
      </MapPin>
    ),
  );
}

function SiteMark({ site, selected }: { site: MapSite; selected: boolean }) {
  const t = useText(text);
  return (
    <button
      type="button"
      className={`map-site${selected ? ' map-site-selected' : ''}${site.level === null ? '' : ' map-site-alarm'}${site.muted ? ' map-site-muted' : ''}`}
      aria-pressed={selected}
      title={`${site.name} · ${site.words}`}
    >
      <span className="map-site-name">{site.name}</span>
      <span className="visually-hidden">{t.after(site.words)}</span>
      <span className="map-site-sign" aria-hidden="true">
        {site.level === null || site.muted ? (
          <span className={`map-site-dot${site.muted ? ' hatched' : site.beyond ? ' map-site-dot-beyond' : ''}`} />
        ) : (
          <SeverityMark level={site.level} variant="word" size={14} lookOnly>
            <span className="tabular">{site.alarmCount > 99 ? '99+' : site.alarmCount}</span>
          </SeverityMark>
        )}
      </span>
    </button>
  );
}

function GroupMark({ group }: { group: SiteGroup }) {
  const t = useText(text);
  const severities = useText(severityText);
  const word = group.level === null ? null : severities[severityOf(group.level)];
  const worst = word === null ? t.groupNoAlarms : t.groupWorst(group.alarming, word);
  const words = t.group(group.count, group.beyond > 0 ? t.groupBeyond(worst, group.beyond) : worst);
  return (
    <button
      type="button"
      className={group.beyond > 0 && word === null ? 'map-group map-group-beyond' : 'map-group'}
      title={words}
    >
      <span className="visually-hidden">{words}</span>
      <span className="map-group-count tabular" aria-hidden="true">
        {group.count}
      </span>
      {group.level === null ? null : (
        <span aria-hidden="true">
          <SeverityMark level={group.level} variant="tag" size={12} lookOnly>
            {word} <span className="tabular">{group.alarming}</span>
          </SeverityMark>
        </span>
      )}
    </button>
  );
}
