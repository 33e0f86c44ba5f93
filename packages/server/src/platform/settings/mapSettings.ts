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
} as const;

/** A tile server; null: the outline of the land alone. */
export type MapTiles = { url: string; credit: string } | null;

export const mapTilesOf = ({ MAP_TILES_URL, MAP_TILES_CREDIT }: ReadSettings<typeof mapSettings>): MapTiles =>
  MAP_TILES_URL ? { url: MAP_TILES_URL, credit: MAP_TILES_CREDIT ?? '' } : null;
