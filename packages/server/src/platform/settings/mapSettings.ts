import { z } from 'zod';
import { type ReadSettings, setting } from './setting.ts';

/** Pictures behind maps. */
export const mapSettings = {
  MAP_TILES_URL: setting({
    default: '',
    meaning:
      'Tile server behind the maps, such as https://tiles.example.com/{z}/{x}/{y}.png; browsers ask it themselves. Empty: the outline of the land, which needs nobody.',
    schema: z
      .string()
      .refine(
        (value) =>
          value === '' ||
          (/^https?:\/\/[^{}]+\//.test(value) && ['{x}', '{y}', '{z}'].every((part) => value.includes(part))),
        'give an address with {z}, {x} and {y} in its path, or leave it empty',
      )
      .transform((value) => value || null),
  }),
  MAP_TILES_CREDIT: setting({
    default: '',
    meaning: 'What the owner of those tiles wants to be named as, shown in a corner of the map.',
    schema: z.string().max(200, 'give at most 200 characters'),
  }),
  MAP_TILES_DATUM: setting({
    default: 'wgs84',
    meaning:
      'In which coordinates those tiles are drawn: wgs84, or gcj02 as public maps of mainland China are. Positions stay WGS-84; only the tiles are moved.',
    schema: z.enum(['wgs84', 'gcj02'], 'give wgs84 or gcj02') as unknown as z.ZodType<MapDatum, string>,
  }),
} as const;

export type MapDatum = 'wgs84' | 'gcj02';

/** A tile server; null: the outline of the land alone. */
export type MapTiles = { url: string; credit: string; datum: MapDatum } | null;

export const mapTilesOf = (read: ReadSettings<typeof mapSettings>): MapTiles =>
  read.MAP_TILES_URL
    ? { url: read.MAP_TILES_URL, credit: read.MAP_TILES_CREDIT ?? '', datum: read.MAP_TILES_DATUM ?? 'wgs84' }
    : null;
