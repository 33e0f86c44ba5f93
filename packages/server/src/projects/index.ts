export { addAreas } from './addAreas.ts';
export { type CalendarRow, readCalendarRows } from './calendar.store.ts';
export { extendService, type ServiceEnd, undoExtension } from './extendService.ts';
export { projectHandlers } from './handlers.ts';
export { nameAsKey } from './nameAsKey.ts';
export { lockPlaces } from './places.store.ts';
export { type NamedPlace, placesBelow } from './placesBelow.store.ts';
export { loadProjectCatalogue, type ProjectCatalogue } from './projectCatalogue.ts';
export { deletedProjectExporter, projectExporter } from './projectExporters.wire.ts';
export { isServed, type ServiceFacts, shownUntil } from './projectState.ts';
export { projectsByName } from './projectsByName.store.ts';
export { type DayKinds, dayKindsOf, readCalendars } from './readCalendars.ts';
export { shownLive, showsLive } from './showsLive.ts';
export {
  type ChosenSubsystem,
  centerOfProjects,
  findProjectFacts,
  type ProjectFacts,
  subsystemsChosen,
} from './store.ts';
