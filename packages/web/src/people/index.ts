/** Members, roles and permissions: what other domains may use. */
export { InviteDialogLater } from './InviteDialogLater.ts';
export { callsAboutMembers } from './refreshMembers.ts';
export { type MenuViewer, type PlatformMenu, type Screens, ScreensContext } from './Screens.ts';
