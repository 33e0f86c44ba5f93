/** Addresses that one domain offers to the others. */
export const links = {
  /** The device's own page; `project` lets the shell switch to the device's project first. */
  device: (deviceId: number, projectId?: number): string =>
    `/monitor/unit?id=${deviceId}${projectId ? `&project=${projectId}` : ''}`,
  /** The project's alarm list with this alarm's detail open. */
  alarm: (alarmId: number, projectId?: number): string =>
    `/alarmManage/index?alarm=${alarmId}${projectId ? `&project=${projectId}` : ''}`,
  alarms: '/alarmManage/index',
  allProjectAlarms: '/alarmManageWithAllProject/index',
  forbidden: '/403/index',
  login: (redirect?: string): string => `/login${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`,
} as const;
