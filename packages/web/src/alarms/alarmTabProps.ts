/** What each tab shows. */
export interface AlarmTabProps {
  /** Null: all projects the user may see. */
  readonly projectId: number | null;
}
