import Supercluster from 'supercluster';
import type { MapSite } from './mapSite.ts';

/** Sites that would cover each other at this zoom. */
export interface SiteGroup {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  /** How many of them have alarms, and the worst level of all; null: none has. */
  readonly alarming: number;
  readonly level: number | null;
  /** How many have no alarm and a value beyond its limit. */
  readonly beyond: number;
  /** From which zoom on they stand apart. */
  readonly apartAtZoom: number;
  /** The ids of its sites, up to a readable number. */
  ids(): readonly number[];
}

export type Shown =
  | { readonly kind: 'site'; readonly site: MapSite }
  | { readonly kind: 'group'; readonly group: SiteGroup };

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

export interface SiteIndex {
  /** What stands in these bounds at this zoom. */
  within(bounds: Bounds, zoom: number): Shown[];
  /** The first zoom from `zoom` on at which the site stands alone; the last one when it never does. */
  zoomAlone(site: MapSite, zoom: number): number;
}

/** Pixels within which two markers would cover each other. */
const radius = 64;
/** A group that cannot be taken apart is listed; nobody reads on beyond this. */
const listedSites = 200;

interface Sums {
  alarming: number;
  worst: number;
  beyond: number;
}

/** Sites in groups, for all zooms from 0 to `maxZoom`. 10,000 sites take some 20 ms. */
export function siteIndex(sites: readonly MapSite[], maxZoom: number): SiteIndex {
  const index = new Supercluster<{ site: MapSite }, Sums>({
    radius,
    maxZoom,
    map: ({ site }) => ({
      alarming: site.level === null ? 0 : 1,
      worst: site.level ?? Number.POSITIVE_INFINITY,
      beyond: site.beyond ? 1 : 0,
    }),
    reduce: (sums, one) => {
      sums.alarming += one.alarming;
      sums.worst = Math.min(sums.worst, one.worst);
      sums.beyond += one.beyond;
    },
  });
  index.load(
    sites.map((site) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [site.longitude, site.latitude] },
      properties: { site },
    })),
  );

  const within = (bounds: Bounds, zoom: number): Shown[] =>
    index.getClusters([...bounds], Math.round(zoom)).map((each): Shown => {
      if (!('cluster' in each.properties)) return { kind: 'site', site: each.properties.site };
      const { cluster_id, point_count, alarming, worst, beyond } = each.properties;
      const [longitude = 0, latitude = 0] = each.geometry.coordinates;
      return {
        kind: 'group',
        group: {
          key: `group-${cluster_id}`,
          latitude,
          longitude,
          count: point_count,
          alarming,
          level: Number.isFinite(worst) ? worst : null,
          beyond,
          apartAtZoom: index.getClusterExpansionZoom(cluster_id),
          ids: () => index.getLeaves(cluster_id, listedSites).map(({ properties }) => properties.site.id),
        },
      };
    });

  return {
    within,
    zoomAlone(site, zoom) {
      const { longitude, latitude } = site;
      const tiny = 1e-6;
      const bounds: Bounds = [longitude - tiny, latitude - tiny, longitude + tiny, latitude + tiny];
      for (let each = Math.round(zoom); each < maxZoom; each += 1) {
        if (within(bounds, each).some((shown) => shown.kind === 'site' && shown.site.id === site.id)) return each;
      }
      return maxZoom;
    },
  };
}
