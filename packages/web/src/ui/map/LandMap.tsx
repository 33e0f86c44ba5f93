import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { gcj02Of } from './gcj02.ts';
import { degrees, graticuleOf } from './graticule.ts';
import { cellAddress, cellsWithin, coastsOf, ringsOf } from './landCells.ts';
import { coarseLand, fineLand } from './landOutline.ts';
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
  nearest = nearestWithoutTiles,
  onShowAll,
  children,
}: {
  /** What the map shows, for screen readers. */
  label: string;
  tiles: MapTiles | null;
  /** How near it comes without tiles: where there is more on it than the outline. */
  nearest?: number;
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
      maxZoom: nearest,
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
  }, [frame, nearest]);

  return (
    <div className="map">
      <section ref={setFrame} className="map-frame" aria-label={label}>
        {map ? (
          <MapContext value={map}>
            {tiles ? (
              <Tiles tiles={tiles} nearest={nearest} />
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

function Tiles({ tiles, nearest }: { tiles: MapTiles; nearest: number }) {
  const map = useMap();
  useEffect(() => {
    map.setMaxZoom(nearestWithTiles);
    const credit = L.control.attribution({ prefix: false }).addAttribution(asHtml(tiles.credit)).addTo(map);
    const options = { maxZoom: nearestWithTiles, noWrap: true, className: 'map-tiles' };
    const layer = (
      tiles.datum === 'gcj02' ? new MovedTiles(tiles.url, options) : L.tileLayer(tiles.url, options)
    ).addTo(map);
    return () => {
      layer.remove();
      credit.remove();
      map.setMaxZoom(nearest);
    };
  }, [map, tiles.url, tiles.credit, tiles.datum, nearest]);
  return null;
}

/** What of the tile layer places it; its types leave it out. */
interface PlacesTiles {
  _setZoomTransform(level: unknown, center: L.LatLng, zoom: number): void;
  _getTiledPixelBounds(center: L.LatLng): L.Bounds;
}
const placing = L.TileLayer.prototype as unknown as PlacesTiles;
const asTilesHaveIt = ({ lat, lng }: L.LatLng): L.LatLng => {
  const moved = gcj02Of({ latitude: lat, longitude: lng });
  return L.latLng(moved.latitude, moved.longitude);
};

/**
 * Tiles that are drawn in GCJ-02 under positions in WGS-84: what they show at the middle of the view is moved there, and the rest with
 * it. Within a city the datum bends by less than a pixel.
 */
const MovedTiles = L.TileLayer.extend({
  _setZoomTransform(level: unknown, center: L.LatLng, zoom: number) {
    placing._setZoomTransform.call(this, level, asTilesHaveIt(center), zoom);
  },
  _getTiledPixelBounds(center: L.LatLng) {
    return placing._getTiledPixelBounds.call(this, asTilesHaveIt(center));
  },
}) as unknown as new (
  url: string,
  options: L.TileLayerOptions,
) => L.TileLayer;

/** A layer of its own below everything else that is drawn. */
function paneOf(map: L.Map, name: string, zIndex: number): string {
  if (!map.getPane(name)) {
    const pane = map.createPane(name);
    pane.style.zIndex = String(zIndex);
    pane.setAttribute('aria-hidden', 'true');
  }
  return name;
}

/** Far away the coasts of the whole earth, nearer those of the squares that are in view, more exactly. */
function Land() {
  const map = useMap();
  useEffect(() => {
    const pane = paneOf(map, 'land', 200);
    // Half a screen around the view is drawn in advance.
    const renderer = L.svg({ pane, padding: 0.5 });
    const fill = { renderer, pane, interactive: false, className: 'map-land', stroke: false };
    const line = { renderer, pane, interactive: false, className: 'map-coast', weight: 1, fill: false };
    let whole: L.GeoJSON | null = null;
    const squares = new Map<string, L.LayerGroup>();
    let ended = false;
    const drawWhole = async () => {
      if (whole || squares.size > 0) return;
      const land = await coarseLand(undefined);
      if (ended || whole || squares.size > 0) return;
      const style = { renderer, pane, className: 'map-land map-coast', weight: 1 };
      whole = L.geoJSON(land, { interactive: false, style } as L.GeoJSONOptions).addTo(map);
    };
    const drawSquares = async () => {
      const [west, south, east, north] = boundsOf(map, 0.3);
      const wanted = cellsWithin([west, south, east, north]).filter((cell) => !squares.has(cellAddress(cell)));
      const lands = await Promise.all(wanted.map(fineLand));
      // Meanwhile the map may have been moved away again.
      if (ended || map.getZoom() < fineFromZoom) return;
      for (const [n, cell] of wanted.entries()) {
        if (squares.has(cellAddress(cell))) continue;
        const square = L.layerGroup().addTo(map);
        squares.set(cellAddress(cell), square);
        for (const polygon of lands[n]!) {
          const rings = ringsOf(polygon);
          L.polygon(rings.map(onMap), fill).addTo(square);
          L.polyline(coastsOf(rings, cell).map(onMap), line).addTo(square);
        }
      }
      whole?.remove();
      whole = null;
    };
    const draw = () => {
      const isNear = map.getZoom() >= fineFromZoom;
      if (!isNear && squares.size > 0) {
        for (const square of squares.values()) square.remove();
        squares.clear();
      }
      // Without coasts the grid still tells where things are; the next move asks again.
      (isNear ? drawSquares() : drawWhole()).catch(() => {});
    };
    // The first view is set by what stands on the map, in this same moment.
    queueMicrotask(() => {
      if (!ended) draw();
    });
    map.on('moveend', draw);
    return () => {
      ended = true;
      map.off('moveend', draw);
      whole?.remove();
      for (const square of squares.values()) square.remove();
      renderer.remove();
    };
  }, [map]);
  return null;
}

const onMap = (positions: readonly (readonly [longitude: number, latitude: number])[]): L.LatLngTuple[] =>
  positions.map(([longitude, latitude]) => [latitude, longitude]);

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
