import type { Chosen } from './block.ts';

/** What a chosen value would be as a point, by the fields of a point. */
export const pointOf = ({ key: _, RawErrorValueList, ...point }: Chosen) => ({
  ...point,
  RawErrorValueList: [...RawErrorValueList],
});
