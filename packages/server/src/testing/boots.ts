import type { PermissionName } from '@watchpost/contract';
import { startTestApplication, type TestApplication } from './application.ts';
import { type AskAs, askAs } from './askAs.ts';
import { aCompany, aDevice, aGateway, aMember, aProject, aSlave } from './factories.ts';
import { aModbusPoint } from './fieldFactories.ts';
import { sixPhotos } from './installPhotos.ts';

const all: PermissionName[] = [
  'bootUnits',
  'bootPasswords',
  'pipeStandards',
  'caliberStandards',
  'bootApprove',
  'allProjects',
  'remoteWrite',
  'monitorView',
];

/** A company that keeps condensing units: who does what, and a device of theirs with a lock point. */
export interface BootCompany {
  readonly app: TestApplication;
  readonly ask: AskAs;
  readonly companyId: number;
  /** Holds every right about units. */
  readonly keeper: number;
  readonly installer: number;
  /** Issues passwords, and writes to nothing. */
  readonly issuer: number;
  readonly projectId: number;
  readonly gatewayId: number;
  readonly deviceId: number;
  readonly lockId: number;
  /** A unit of a model, in the project. */
  unit(number: string, more?: object): Promise<number>;
  /** Releases a unit as it stands now. */
  approve(
    userId: number,
    UnitId: number,
    more?: { Waiver?: string; LetterList?: string[] },
  ): Promise<{ readonly status: number; readonly message: string; readonly data: unknown }>;
  /** Standards of a model that the figures keep to. */
  standardsOf(model: string): Promise<void>;
}

/** Figures that keep to the standards; `startBootApplication` puts the photos in. */
export const figures = {
  PhotoList: [] as string[],
  HorizontalLength: 20,
  GasClimb: 4,
  LiquidClimb: 0,
  GasDiameter: 22,
  RiserDiameter: 19,
  LiquidDiameter: 12,
  OilType: 'POE',
};

export async function startBootApplication(): Promise<BootCompany> {
  let people: Pick<BootCompany, 'companyId' | 'keeper' | 'installer' | 'issuer'>;
  let things: Pick<BootCompany, 'projectId' | 'gatewayId' | 'deviceId' | 'lockId'>;
  const app = await startTestApplication({
    // Mails are queued; nobody takes them.
    config: { mail: { url: 'smtp://127.0.0.1:9', from: 'watchpost@example.com' } },
    prepare: async ({ db }) => {
      const companyId = await aCompany(db);
      const projectId = await aProject(db, companyId);
      // The server knows what can be written to from when it starts.
      const gatewayId = await aGateway(db, projectId);
      const deviceId = await aDevice(db, projectId, { name: 'Unit with points' });
      const lockId = await aModbusPoint(db, gatewayId, { slaveId: await aSlave(db, gatewayId), address: 40, deviceId });
      await db.updateTable('point').set({ writable: true, name: 'Lock' }).where('id', '=', lockId).execute();
      things = { projectId, gatewayId, deviceId, lockId };
      people = {
        companyId,
        keeper: await aMember(db, companyId, -1, { permissions: all }),
        issuer: await aMember(db, companyId, -1, { permissions: ['bootPasswords', 'allProjects'] }),
        installer: await aMember(db, companyId, -1, { permissions: ['bootUnits', 'allProjects'] }),
      };
      figures.PhotoList = await sixPhotos(db, companyId, people.installer);
    },
  });
  const ask = askAs(() => app);
  const { keeper } = people!;
  return {
    ...{ app, ask, ...people!, ...things! },
    async unit(number, more = {}) {
      const body = { UnitName: `Unit ${number}`, UnitNumber: number, Model: 'ZB-15', ProjectId: things.projectId };
      return (await ask(keeper, 'addBootUnit', { body: { ...body, ...more } as never })).data.UnitId;
    },
    async approve(userId, UnitId, more = {}) {
      const { data } = await ask(keeper, 'getBootUnitPage', { body: { PageSize: 500 } });
      const { UpdateEpoch } = data.Data.find((row) => row.UnitId === UnitId)!;
      return ask(userId, 'approveInstall', { body: { UnitId, UpdateEpoch, ...more } });
    },
    async standardsOf(Model) {
      const pipe = { Model, MaxPipeLength: 50, GasMaxClimb: 15, LiquidMaxClimb: 10, OilType: 'POE' };
      await ask(keeper, 'addPipeStandard', { body: pipe });
      const range = { Model, LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 15 };
      const calibers = { ...range, GasDiameter: 22, RiserDiameter: 19, LiquidDiameter: 12 };
      await ask(keeper, 'addCaliberStandard', { body: calibers });
    },
  };
}
