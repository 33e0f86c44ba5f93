export { MappingLink } from './MappingLink.tsx';
export { mappingEditPath } from './mappingEditPath.ts';
