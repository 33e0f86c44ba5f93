/** Floor plans as other screens show them. */
export { PlanThumbnail } from './PlanThumbnail.tsx';
