/** The device, where it is one of those that this can happen to. @throws Error that names them */
export function needOneOf(devices: readonly string[], device: string | undefined): string {
  if (device !== undefined && devices.includes(device)) return device;
  throw new Error(`${device} is none of ${devices.join(', ')}`);
}
