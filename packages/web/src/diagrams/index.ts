export { ProjectDiagram } from './ProjectDiagram.tsx';
