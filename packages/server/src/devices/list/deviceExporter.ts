import type { Exporter, ExportQuestion } from '../../downloads/index.ts';
import type { DeviceDeps } from '../deviceDeps.ts';
import { type DeviceInSheet, deviceColumns, devicesInSheet } from './deviceSheet.ts';
import { allDevices, deviceQuestion, listDevices } from './handlers.ts';

const rowsAtOnce = 500;

type Question = ExportQuestion<Parameters<Exporter<'devices', never>['count']>[0]['input']>;

/** Devices as their list shows them. */
export function deviceExporter(
  deps: Pick<DeviceDeps, 'db' | 'points' | 'live' | 'clock'>,
): Exporter<'devices', DeviceInSheet> {
  const pageOf = ({ caller, input, language }: Question, range: { offset: number; limit: number }) =>
    listDevices(deps, caller.tenant, deviceQuestion(input.body, language), range);
  return {
    kind: 'devices',
    columns: deviceColumns,
    count: async (question) => (await pageOf(question, { offset: 0, limit: 1 })).total,
    async *rows(question) {
      const { caller, input, language } = question;
      for await (const { rows, states } of allDevices(
        deps,
        caller.tenant,
        deviceQuestion(input.body, language),
        rowsAtOnce,
      ))
        yield* devicesInSheet(rows, states);
    },
  };
}
