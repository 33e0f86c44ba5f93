import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { degrees, graticuleOf } from './graticule.ts';
import { type LandDetail, landOutline } from './landOutline.ts';
import './LandMap.css';
import type { MapTiles } from './mapSite.ts';
import type { Bounds } from './siteGroups.ts';
import { text } from './text.ts';

/** The outline knows nothing of streets: nearer, there would be an empty sheet. */
const nearestWithoutTiles = 11;
const nearestWithTiles = 18;
/** From here on the coarse coast shows its corners. */
const fineFromZoom = 4;
/** Pixels that `120.5° E` takes. */
const roomForDegrees = 56;
/** How high above the lower edge the scale reaches, in pixels. */
const roomForScale = 40;

const MapContext = createContext<L.Map | null>(null);

/** The map around this component. */
export function useMap(): L.Map {
  const map = useContext(MapContext);
  if (!map) throw new Error('useMap belongs inside LandMap');
  return map;
}

export const boundsOf = (map: L.Map, pad = 0): Bounds => {
  const bounds = map.getBounds().pad(pad);
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
};

/**
 * The world to put something on: tiles where the installation has a server for them, else the outline of the land with a grid of
 * degrees. Arrow keys, + and − move it. Children are shown once there is a map and take it from `useMap`.
 */
export function LandMap({
  label,
  tiles,
  onShowAll,
  children,
}: {
  /** What the map shows, for screen readers. */
  label: string;
  tiles: MapTiles | null;
  /** Absent: no such button. */
  onShowAll?: ((map: L.Map) => void) | undefined;
  children: ReactNode;
}) {
  const t = useText(text);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [map, setMap] = useState<L.Map | null>(null);
  useEffect(() => {
    if (!frame) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const created = L.map(frame, {
      zoomControl: false,
      // Comes and goes with the tiles.
      attributionControl: false,
      minZoom: 1,
      maxZoom: nearestWithoutTiles,
      maxBounds: [
        [-85, -200],
        [85, 200],
      ],
      maxBoundsViscosity: 0.8,
      zoomAnimation: !still,
      fadeAnimation: !still,
      markerZoomAnimation: !still,
      inertia: !still,
    });
    created.setView([25, 60], 2);
    L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(created);
    const resized = new ResizeObserver(() => created.invalidateSize({ animate: false }));
    resized.observe(frame);
    setMap(created);
    return () => {
      resized.disconnect();
      created.remove();
      setMap(null);
    };
  }, [frame]);

  return (
    <div className="map">
      <section ref={setFrame} className="map-frame" aria-label={label}>
        {map ? (
          <MapContext value={map}>
            {tiles ? (
              <Tiles tiles={tiles} />
            ) : (
              <>
                <Land />
                <Grid />
              </>
            )}
            {children}
          </MapContext>
        ) : null}
      </section>
      {map ? (
        <div className="map-tools">
          <button type="button" title={t.zoomIn} aria-label={t.zoomIn} onClick={() => map.zoomIn()}>
            <PlusOutlined />
          </button>
          <button type="button" title={t.zoomOut} aria-label={t.zoomOut} onClick={() => map.zoomOut()}>
            <MinusOutlined />
          </button>
          {onShowAll ? (
            <button type="button" title={t.showAll} aria-label={t.showAll} onClick={() => onShowAll(map)}>
              <AimOutlined />
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The library writes it as HTML; it is text of the configuration. */
const asHtml = (text: string): string => {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
};

function Tiles({ tiles }: { tiles: MapTiles }) {
  const map = useMap();
  useEffect(() => {
    map.setMaxZoom(nearestWithTiles);
    const credit = L.control.attribution({ prefix: false }).addAttribution(asHtml(tiles.credit)).addTo(map);
    const layer = L.tileLayer(tiles.url, {
      maxZoom: nearestWithTiles,
      noWrap: true,
      className: 'map-tiles',
    }).addTo(map);
    return () => {
      layer.remove();
      credit.remove();
      map.setMaxZoom(nearestWithoutTiles);
    };
  }, [map, tiles.url, tiles.credit]);
  return null;
}

/** A layer of its own below everything else that is drawn. */
function paneOf(map: L.Map, name: string, zIndex: number): string {
  if (!map.getPane(name)) {
    const pane = map.createPane(name);
    pane.style.zIndex = String(zIndex);
    pane.setAttribute('aria-hidden', 'true');
  }
  return name;
}

function Land() {
  const map = useMap();
  useEffect(() => {
    const pane = paneOf(map, 'land', 200);
    // Half a screen around the view is drawn in advance.
    const renderer = L.svg({ pane, padding: 0.5 });
    let layer: L.GeoJSON | null = null;
    let drawn: LandDetail | null = null;
    let ended = false;
    const wanted = (): LandDetail => (map.getZoom() >= fineFromZoom ? 'fine' : 'coarse');
    const draw = async () => {
      const detail = wanted();
      // What was drawn fine stays so: the coarse coast would only jump.
      if (drawn === detail || drawn === 'fine') return;
      try {
        const land = await landOutline(detail);
        if (ended || wanted() !== detail || drawn === detail) return;
        layer?.remove();
        drawn = detail;
        layer = L.geoJSON(land, {
          interactive: false,
          style: { renderer, pane, className: 'map-land', weight: 1 },
        } as L.GeoJSONOptions).addTo(map);
      } catch {
        // Without coasts the grid still tells where things are; the next move asks again.
      }
    };
    void draw();
    map.on('zoomend', draw);
    return () => {
      ended = true;
      map.off('zoomend', draw);
      layer?.remove();
      renderer.remove();
    };
  }, [map]);
  return null;
}

/** Lines of latitude and longitude with their degrees at the left and upper edges. */
function Grid() {
  const map = useMap();
  useEffect(() => {
    const pane = paneOf(map, 'grid', 250);
    const renderer = L.svg({ pane, padding: 0.2 });
    const group = L.layerGroup().addTo(map);
    const sign = (at: L.LatLngExpression, words: string, className: string) =>
      L.marker(at, {
        pane,
        interactive: false,
        keyboard: false,
        icon: L.divIcon({ className, html: `<span>${words}</span>`, iconSize: [0, 0] }),
      });
    const draw = () => {
      group.clearLayers();
      const [west, south, , north] = boundsOf(map);
      const { latitudes, longitudes, decimals } = graticuleOf(boundsOf(map, 0.2), map.getZoom());
      const line = { pane, renderer, interactive: false, className: 'map-grid', weight: 1 };
      for (const latitude of latitudes) {
        L.polyline(
          [
            [latitude, -180],
            [latitude, 180],
          ],
          line,
        ).addTo(group);
        // Low down stands the scale.
        const isAboveScale = map.latLngToContainerPoint([latitude, west]).y < map.getSize().y - roomForScale;
        if (latitude > south && latitude < north && isAboveScale) {
          sign([latitude, west], degrees(latitude, 'latitude', decimals), 'map-degree-latitude').addTo(group);
        }
      }
      for (const longitude of longitudes) {
        L.polyline(
          [
            [-85, longitude],
            [85, longitude],
          ],
          line,
        ).addTo(group);
        // One at the very edge would be cut off.
        if (longitude > west && map.latLngToContainerPoint([0, longitude]).x < map.getSize().x - roomForDegrees) {
          sign([north, longitude], degrees(longitude, 'longitude', decimals), 'map-degree-longitude').addTo(group);
        }
      }
    };
    draw();
    map.on('moveend', draw);
    return () => {
      map.off('moveend', draw);
      group.remove();
      renderer.remove();
    };
  }, [map]);
  return null;
}
