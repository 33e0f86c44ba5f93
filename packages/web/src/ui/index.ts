/** The design components, alphabetical. Styles come with each. */
export { Age } from './Age.tsx';
export { PageTitle } from './PageTitle.tsx';
export { type QualityWords, qualityText, reasonInWords } from './qualityText.ts';
export { Refused } from './Refused.tsx';
export { SeverityMark } from './SeverityMark.tsx';
export { ListSkeleton, PageSkeleton, Skeleton } from './Skeleton.tsx';
export { Starting } from './Starting.tsx';
export { type Severity, severityOf, severityShapes, severityText } from './severity.ts';
export { EmptyState, ErrorState, NoPermission } from './states.tsx';
export { type Tokens, tokens } from './tokens.ts';
export { useFocusReturn } from './useFocusReturn.ts';
export { type Hotkey, useHotkeys } from './useHotkeys.ts';
export { type Notify, useNotify } from './useNotify.ts';
export { type Save, useSave } from './useSave.ts';
export { isStale, type ShownValue, Value } from './Value.tsx';
export { WordTag } from './WordTag.tsx';
