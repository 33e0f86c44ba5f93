import { EventList } from './EventList.tsx';

/** What the platform found in every project the user may see. Route /eventCenterOverview/index. */
export const AllProjectEventsPage = () => <EventList projectId={null} />;
