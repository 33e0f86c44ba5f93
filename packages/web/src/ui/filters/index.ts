/** Filters behind one button. Not part of `ui/index.ts`: a screen without filters does not load them. */
export { type FoldedFilter, FoldedFilters } from './FoldedFilters.tsx';
export { useProjectsFilter } from './useProjectsFilter.tsx';
