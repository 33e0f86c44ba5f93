export { mappingEditPath } from './mappingEditPath.ts';
