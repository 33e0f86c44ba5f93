/** Maps: the land's outline or configured tiles, and what stands on them. What draws them is loaded with the first map. */
export type { DraftArea } from './FenceLayer.tsx';
export { FenceMap } from './FenceMap.tsx';
export type { MapFence } from './FenceShapes.tsx';
export type { MapSite, MapTiles, Position } from './mapSite.ts';
export { type DraftPosition, PlacePicker, PlaceView } from './PlacePicker.tsx';
export { positionInText } from './position.ts';
export type { SiteMapProps } from './SiteLayer.tsx';
export { SiteMap } from './SiteMap.tsx';
export type { TrackPiece, TrackStop } from './TrackLayer.tsx';
export { TrackMap } from './TrackMap.tsx';
