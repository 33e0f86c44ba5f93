/** Codes of the subsystems whose boards a project has: those it has devices of, and those chosen for it that wait for theirs. */
export const subsystemsOf = (
  project: { readonly BigTypeCodeList: readonly string[] } | null | undefined,
  types: readonly { readonly BigTypeCode: string; readonly DeviceCount: number }[] | undefined,
): ReadonlySet<string> =>
  new Set([
    ...(project?.BigTypeCodeList ?? []),
    ...(types ?? []).filter(({ DeviceCount }) => DeviceCount > 0).map(({ BigTypeCode }) => BigTypeCode),
  ]);
