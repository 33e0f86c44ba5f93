/** What a unit is before its installation is entered, or anew. */
export const notInstalled = {
  ...{ state: 'registered' as const, install: null, verdicts: [], submitted_by: null, waiver: '', waived_name: null },
  ...{ pipe_version_id: null, caliber_version_id: null },
  ...{ released_at: null, booted_at: null, boot_way: null, watch_state: null, watch_checks: [], running_before: [] },
};
