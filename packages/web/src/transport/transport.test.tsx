import type { CarInfo, CarTrack, GoodsEstimate, TagRow, WaybillDetail } from '@watchpost/contract';
import { FenceForm } from '@watchpost/contract';
import { expect, it } from 'vitest';
import type { PageProps } from '../lib/page.ts';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { act, byRole, click, type, unmountAll, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { TitleBarContext } from '../ui/PageTitle.tsx';
import { CarPage } from './CarPage.tsx';
import { CornersInput } from './CornersInput.tsx';
import { FencesPage } from './FencesPage.tsx';
import { GoodsPanel } from './GoodsPanel.tsx';
import { TagsPage } from './TagsPage.tsx';
import { hereAt, piecesOf } from './trackPieces.ts';
import { VisitTable } from './VisitTable.tsx';
import { WaybillsPage } from './WaybillsPage.tsx';

pagesInEnglish();

const route: PageProps = { path: '/', title: { zh: '', en: '' }, subsystems: undefined };

const measured = (PointId: number, Value: number | null, Unit: string) => ({
  PointId,
  PointName: 'Temperature',
  PointType: 0,
  PointTypeId: 1,
  PointTypeName: 'Temperature',
  PointTypeCode: 'temperature',
  Unit,
  Decimals: 1,
  IsWrite: false,
  Value,
  ValueText: null,
  Time: Value === null ? null : Date.now() - 5_000,
  Quality: Value === null ? null : ('good' as const),
  QualityReason: null,
  ExceptionCode: null,
  SamplingSeconds: 60,
  SilentSinceEPOCH: null,
  SuperUpperLimit: null,
  UpperLimit: null,
  LowerLimit: null,
  SuperLowerLimit: null,
  IsJudged: true,
  Band: null,
  AlarmLevel: null,
  Pending: [],
  UnitMap: [],
});

const tag: TagRow = {
  SensorId: 4,
  TagSn: 'T26A00117',
  TagName: 'Front left',
  TagType: 1,
  ProjectId: 1,
  ProjectName: 'Cold Store 1',
  ModelTreeId: 30,
  cycle: 60,
  tOffset: 0.3,
  hOffset: 0,
  tAlarm: { low: null, high: -15 },
  State: 'heard',
  LastEpoch: Date.now() - 5_000,
  GatewayName: 'Truck 1 gateway',
  Temperature: measured(41, -18.4, '°C'),
  Humidity: null,
  Door: null,
  Battery: null,
  CertificateUntil: '2026-01-31',
  WaybillId: 7,
  WaybillNumber: 'WB-1',
  MayEdit: true,
};

it('shows of each tag what it last said, its limits and the waybill it is on', async () => {
  await showPage(<TagsPage {...route} />, {
    held: ['terminals', 'terminalsEdit'],
    answers: { sensorTagList: () => ({ Data: [tag], TotalCount: 1 }) },
  });
  await until(() => said().includes('Front left'));
  expect(said()).toContain('−18.4');
  expect(said()).toContain('≤ −15.0 °C');
  expect(document.querySelector('.transport-beyond')!.textContent).toBe('2026-01-31');
  expect(byRole(document.body, 'link', 'WB-1').getAttribute('href')).toContain('/monitor/waybillTrack?id=7');
});

it('registers a tag by its number; a wrong number is said beside the field and not sent', async () => {
  const { received, bodyOf } = await showPage(<TagsPage {...route} />, {
    held: ['terminals', 'terminalsEdit'],
    answers: {
      sensorTagList: () => ({ Data: [], TotalCount: 0 }),
      batchAddSensorTag: () => ({ SensorIdList: [5] }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Register tag')));
  const number = await until(() => byRole(document.body, 'textbox', 'Number'));
  await type(number, 'no good!');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => said().includes('1 to 32 letters'));
  expect(received).not.toContain('batchAddSensorTag');
  await type(number, 'T26A00999');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => received.includes('batchAddSensorTag'));
  expect(bodyOf('batchAddSensorTag')).toEqual([{ TagSn: 'T26A00999', TagType: 1, cycle: 60, tOffset: 0, hOffset: 0 }]);
});

const waybill: WaybillDetail = {
  WaybillId: 7,
  WaybillNumber: 'WB-1',
  TransportStatus: 2,
  TransportStatusName: 'Arrived',
  ProjectId: 1,
  ProjectName: 'Cold Store 1',
  CarId: 3,
  CarName: 'Truck 1',
  Shipper: 'North Foods',
  Consignee: 'Harbour Stores',
  Origin: 'Gate 3',
  Destination: 'Pier 8',
  OriginFenceId: null,
  OriginFenceName: null,
  MovesByFence: false,
  DestinationFenceId: null,
  DestinationFenceName: null,
  GoodsLagMinutes: null,
  Goods: 'Fish',
  Quantity: '9 pallets',
  TempRangeId: 2,
  TempRangeName: 'Frozen',
  Low: null,
  High: -18,
  PlannedDepart: null,
  PlannedArrive: null,
  DepartEpoch: Date.now() - 7_200_000,
  ArriveEpoch: Date.now() - 600_000,
  EndEpoch: null,
  IsLate: false,
  StopList: [],
  TagCount: 1,
  Remark: '',
  CreateEpoch: Date.now() - 9_000_000,
  CreateName: 'Lin',
  MayEdit: true,
  TagList: [
    {
      SensorId: 4,
      TagSn: 'T26A00117',
      TagName: 'Front left',
      Place: 'Front',
      BoundEpoch: Date.now() - 7_200_000,
      UnboundEpoch: null,
      PointId: null,
      IsSilent: true,
      CertificateUntil: '2026-01-31',
      MemoryReadEpoch: Date.now() - 3_600_000,
      KnownMs: 3_600_000,
      Lowest: -19,
      Highest: -12.5,
      Mean: -18.2,
      BeyondMs: 1_500_000,
      KineticMean: -17.4,
      WorstDay: { FromEpoch: Date.now() - 90_000_000, KineticMean: -16.9 },
      ExcursionList: [
        {
          ...{ FromEpoch: Date.now() - 3_000_000, ToEpoch: Date.now() - 1_500_000 },
          ...{ Extreme: -12.5, DegreeHours: 1.2, Custodian: 'Cold Chain Ltd' },
        },
      ],
    },
  ],
  HandoverList: [],
  CertificateList: [],
  FenceDeparture: null,
  FenceArrival: null,
  IsCertificateDue: false,
  MayHandOver: true,
  EventList: [{ Time: Date.now() - 600_000, UserName: 'Lin', Content: 'Arrive' }],
};

it('says of a waybill how warm its goods were, and offers the steps that lead on; a rejection needs its reason', async () => {
  const actions = document.body.appendChild(document.createElement('div'));
  const page = (
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <WaybillsPage {...route} />
    </TitleBarContext>
  );
  const { received, bodyOf } = await showPage(page, {
    at: '/monitor/waybillTrack?id=7',
    held: ['monitorView', 'waybillEdit'],
    answers: {
      getWaybillManagement: () => waybill,
      moveWaybill: () => ({ ...waybill, TransportStatus: 4, MayEdit: false }),
    },
  });
  await until(() => said().includes('Front left'));
  expect(said()).toContain('25 min');
  expect(said()).toContain('worst 24 h −16.9 °C');
  expect(said()).toContain('−12.5 °C');
  // Without a vehicle nobody knows where it was; whose hands it was in is known.
  expect(said()).toContain('Cold Chain Ltd');
  expect(() => byRole(document.body, 'button', 'Depart')).toThrow();
  byRole(document.body, 'button', 'Sign');
  await click(byRole(document.body, 'button', 'Reject'));
  const reason = await until(() => byRole(document.body, 'textbox', 'Reason'));
  const dialog = document.querySelector<HTMLElement>('[role=dialog]')!;
  expect(dialog.textContent).toContain('Reject: WB-1');
  expect(dialog.textContent).toContain('The memory of T26A00117 was read last at');
  expect((byRole(dialog, 'button', 'Reject') as HTMLButtonElement).disabled).toBe(true);
  await type(reason, 'Too warm');
  expect((byRole(dialog, 'button', 'Reject') as HTMLButtonElement).disabled).toBe(true);
  await type(reason, 'Much too warm');
  await click(byRole(dialog, 'button', 'Reject'));
  await until(() => received.includes('moveWaybill'));
  expect(bodyOf('moveWaybill')).toEqual({ WaybillId: 7, Move: 'reject', Reason: 'Much too warm' });
});

it('plans the stops of a waybill, and says of each when it was reached, and which is late', async () => {
  const stop = (StopId: number, StopName: string, fields: object) => ({
    ...{ StopId, StopName, GeofenceId: null, GeofenceName: null, PlannedEpoch: 1_790_000_000_000, LeaveEpoch: null },
    ...{ ArriveEpoch: null, IsByHandover: false, IsLate: false },
    ...fields,
  });
  const actions = document.body.appendChild(document.createElement('div'));
  const page = (
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <WaybillsPage {...route} />
    </TitleBarContext>
  );
  const { received, bodyOf } = await showPage(page, {
    at: '/monitor/waybillTrack?id=7',
    held: ['monitorView', 'waybillEdit'],
    answers: {
      getWaybillManagement: () => ({
        ...waybill,
        TransportStatus: 1,
        StopList: [
          stop(1, 'Depot', { ArriveEpoch: 1_790_000_100_000, IsByHandover: true }),
          stop(2, 'Pier', { IsLate: true }),
        ],
      }),
      getCarTagDropdownList: () => [],
      getTempRangeWeb: () => [],
      getGeofencePage: () => ({ Data: [], TotalCount: 0 }),
      editWaybill: () => null,
    },
  });
  const panel = await until(() => document.querySelector<HTMLElement>('section[aria-label="Planned stops"]')!);
  const [depot, pier] = [...panel.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(depot).toContain('by a handover');
  expect(depot).not.toContain('Late');
  expect(pier).toContain('not reached yet Late');
  await click(byRole(document.body, 'button', 'Edit'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  await click(byRole(dialog, 'button', 'Remove stop 2'));
  await click(byRole(dialog, 'button', 'Add stop'));
  await click(byRole(dialog, 'button', 'Save'));
  await until(() => dialog.textContent.includes('A stop needs a name or a geofence'));
  expect(received).not.toContain('editWaybill');
  await type(byRole(dialog, 'textbox', 'Name of stop 2'), 'Yard');
  await click(byRole(dialog, 'button', 'Save'));
  await until(() => received.includes('editWaybill'));
  expect(bodyOf('editWaybill')).toMatchObject({
    WaybillId: 7,
    StopList: [
      { StopId: 1, StopName: 'Depot' },
      { StopName: 'Yard', GeofenceId: null },
    ],
  });
});

it('says before a departure which tags are silent, and which have no valid certificate', async () => {
  const actions = document.body.appendChild(document.createElement('div'));
  await showPage(
    <TitleBarContext value={{ title: null, subtitle: null, actions }}>
      <WaybillsPage {...route} />
    </TitleBarContext>,
    {
      at: '/monitor/waybillTrack?id=7',
      held: ['monitorView', 'waybillEdit'],
      answers: { getWaybillManagement: () => ({ ...waybill, TransportStatus: 0 }) },
    },
  );
  await click(await until(() => byRole(document.body, 'button', 'Depart')));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  expect(dialog.textContent).toContain('Not heard within two cycles: T26A00117.');
  expect(dialog.textContent).toContain('No valid calibration certificate: T26A00117.');
});

const step = (Time: number, Temperature: number | null, IsAfterGap = false) => ({
  Time,
  Latitude: Time,
  Longitude: 0,
  Speed: null,
  Temperature,
  IsAfterGap,
});

it('cuts a way where what is known of it changes, and leaves no hole between two pieces', () => {
  const Path = [
    step(1, -19),
    step(2, -19),
    step(3, -10),
    step(4, -10),
    step(5, null),
    step(9, -19, true),
    step(10, -19),
  ];
  const pieces = piecesOf({ Path, TemperaturePoint: { PointId: 1, PointName: '', Low: null, High: -15 } });
  expect(pieces.map(({ kind, path }) => [kind, path.map(({ latitude }) => latitude)])).toEqual([
    ['within', [1, 2, 3]],
    ['beyond', [3, 4, 5]],
    ['gap', [5, 9]],
    ['within', [9, 10]],
  ]);
});

it('draws what is within a degree of a limit apart from what is well within it', () => {
  const Path = [-20, -16, -15, -14.9, -23.9, -24.1, -19].map((value, i) => step(i, value));
  const pieces = piecesOf({ Path, TemperaturePoint: { PointId: 1, PointName: '', Low: -24, High: -15 } });
  expect(pieces.map(({ kind }) => kind)).toEqual(['within', 'near', 'beyond', 'near', 'beyond']);
});

it('knows where it was at a moment: at the newest place until then', () => {
  const path = [step(10, 1), step(20, 2), step(30, 3)];
  expect([5, 10, 19, 20, 99].map((at) => hereAt(path, at)?.Time)).toEqual([10, 10, 10, 20, 30]);
  expect(hereAt([], 5)).toBeNull();
});

it('records a handover with its key, and shows revisions of the certificate with what changed', async () => {
  const certificate = (Revision: number, fields: object = {}) => ({
    Document: `${Revision}`.repeat(26),
    Revision,
    Reason: 'first' as const,
    IssueEpoch: Date.now(),
    Address: null,
    UnreadList: [],
    ChangeList: [],
    ...fields,
  });
  const late = { Reason: 'late', ChangeList: [{ TagSn: 'T1', Samples: 10, KnownMs: 0, BeyondMs: 600_000 }] };
  const { received, bodyOf } = await showPage(<WaybillsPage {...route} />, {
    at: '/monitor/waybillTrack?id=7',
    held: ['monitorView', 'waybillEdit'],
    answers: {
      getWaybillManagement: () =>
        ({ ...waybill, CertificateList: [certificate(2, late), certificate(1)] }) as WaybillDetail,
      addHandover: () => waybill,
    },
  });
  await until(() => said().includes('Revision 2'));
  expect(said()).toContain('T1: +10 samples, beyond limits +10 min');
  expect(said()).toContain('The address of this installation is not set');
  await click(byRole(document.body, 'button', 'Record handover'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  await type(byRole(dialog, 'textbox', 'Handed over by'), 'Ben');
  await type(byRole(dialog, 'textbox', 'Taken over by'), 'Chen');
  await click(byRole(dialog, 'button', 'Record'));
  await until(() => received.includes('addHandover'));
  expect(bodyOf('addHandover')).toMatchObject({
    WaybillId: 7,
    Kind: 'pickup',
    FromName: 'Ben',
    ToName: 'Chen',
    ClientKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

const stored = (Name: string) => ({
  ...{ FileId: Name, Url: `/files/${Name}`, Path: Name, Name, ContentType: 'image/jpeg', Size: 1, Width: 1, Height: 1 },
});

it('takes six photos of a handover, says what was left out of more, and lets a wrong one be removed', async () => {
  const uploads = [['1', '2', '3', '4', '5'], ['6']];
  const { received, bodyOf } = await showPage(<WaybillsPage {...route} />, {
    at: '/monitor/waybillTrack?id=7',
    held: ['monitorView', 'waybillEdit'],
    answers: {
      getWaybillManagement: () => waybill,
      // The fake server sees one file of several: it is told by the test which ones it has been sent.
      newUpload: () => uploads.shift()!.map(stored),
      addHandover: () => waybill,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Record handover')));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  const choose = async (...names: string[]) => {
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: names.map((name) => new File(['x'], name)), configurable: true });
    await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await choose('1', '2', '3', '4', '5');
  await until(() => dialog.querySelectorAll('img[alt^=Photo]').length === 5);
  await choose('6', '7');
  await until(() => dialog.querySelectorAll('img[alt^=Photo]').length === 6);
  expect(dialog.textContent).toContain('At most 6 photos: 1 was not added');
  expect(() => byRole(dialog, 'button', 'Add photos')).toThrow();
  await click(byRole(dialog, 'button', 'Remove photo 2'));
  byRole(dialog, 'button', 'Add photos');
  await type(byRole(dialog, 'textbox', 'Handed over by'), 'Ben');
  await type(byRole(dialog, 'textbox', 'Taken over by'), 'Chen');
  await click(byRole(dialog, 'button', 'Record'));
  await until(() => received.includes('addHandover'));
  expect(bodyOf('addHandover')).toMatchObject({
    PhotoList: ['1', '3', '4', '5', '6'].map((name) => ({ Url: `/files/${name}` })),
  });
});

it('draws a geofence by typed corners; what is no position is said beside them and not sent', async () => {
  const { received, bodyOf } = await showPage(<FencesPage {...route} />, {
    held: ['monitorView', 'waybillEdit'],
    answers: {
      getGeofencePage: () => ({ Data: [], TotalCount: 0 }),
      saveGeofence: () => ({ GeofenceId: 5 }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Add geofence')));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  await type(byRole(dialog, 'textbox', 'Name'), 'Pier 8');
  await click(dialog.querySelectorAll<HTMLElement>('input[type=radio]')[1]!);
  const corners = await until(() => byRole(dialog, 'textbox', 'Corners'));
  await type(corners, '31.2, 121.4\n31.2, 121.41\nsomewhere');
  await click(byRole(dialog, 'button', 'Save'));
  await until(() => dialog.textContent!.includes('Must be a number'));
  expect(received).not.toContain('saveGeofence');
  await type(corners, '31.2, 121.4\n31.2, 121.41\n31.21, 121.41');
  await click(byRole(dialog, 'button', 'Save'));
  await until(() => received.includes('saveGeofence'));
  expect(bodyOf('saveGeofence')).toMatchObject({
    GeofenceName: 'Pier 8',
    Kind: 'polygon',
    StopKind: 'customer',
    CornerList: [
      { Latitude: 31.2, Longitude: 121.4 },
      { Latitude: 31.2, Longitude: 121.41 },
      { Latitude: 31.21, Longitude: 121.41 },
    ],
  });
});

it('offers the time at which the vehicle left its origin, and says of a waybill that it follows its geofences', async () => {
  const left = Date.UTC(2026, 10, 20, 0, 12, 5, 900);
  const { received, bodyOf } = await showPage(
    <TitleBarContext
      value={{ title: null, subtitle: null, actions: document.body.appendChild(document.createElement('div')) }}
    >
      <WaybillsPage {...route} />
    </TitleBarContext>,
    {
      at: '/monitor/waybillTrack?id=7',
      held: ['monitorView', 'waybillEdit'],
      answers: {
        getWaybillManagement: () =>
          ({
            ...waybill,
            ...{
              TransportStatus: 0,
              OriginFenceId: 4,
              OriginFenceName: 'Yard',
              FenceDeparture: left,
              MovesByFence: true,
            },
          }) as WaybillDetail,
        moveWaybill: () => waybill,
      },
    },
  );
  await until(() => said().includes('Left, by its track'));
  expect(said()).toContain('By geofence');
  await click(byRole(document.body, 'button', 'Depart'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  expect(dialog.textContent).toContain('By its track the vehicle left its origin at 2026-11-20 08:12');
  await click(byRole(dialog, 'button', 'Depart'));
  await until(() => received.includes('moveWaybill'));
  expect(bodyOf('moveWaybill')).toEqual({ WaybillId: 7, Move: 'depart', Reason: '', Time: '2026-11-20 08:12:05' });
});

it('offers the time of arrival that the track says, and says it of the waybill', async () => {
  const reached = Date.UTC(2026, 10, 20, 4, 30, 17, 400);
  const arrival = { FromEpoch: reached, ToEpoch: reached + 600_000, IsArrivalKnown: true, IsOpen: true };
  const { received, bodyOf } = await showPage(
    <TitleBarContext
      value={{ title: null, subtitle: null, actions: document.body.appendChild(document.createElement('div')) }}
    >
      <WaybillsPage {...route} />
    </TitleBarContext>,
    {
      at: '/monitor/waybillTrack?id=7',
      held: ['monitorView', 'waybillEdit'],
      answers: {
        getWaybillManagement: () =>
          ({
            ...waybill,
            ...{ TransportStatus: 1, DestinationFenceId: 3, DestinationFenceName: 'Pier 8', FenceArrival: arrival },
          }) as WaybillDetail,
        moveWaybill: () => waybill,
      },
    },
  );
  await until(() => said().includes('Arrived, by its track'));
  await click(byRole(document.body, 'button', 'Arrive'));
  const dialog = await until(() => document.querySelector<HTMLElement>('[role=dialog]')!);
  expect(dialog.textContent).toContain('By its track the vehicle reached its destination at 2026-11-20 12:30');
  await click(byRole(dialog, 'button', 'Arrive'));
  await until(() => received.includes('moveWaybill'));
  expect(bodyOf('moveWaybill')).toEqual({ WaybillId: 7, Move: 'arrive', Reason: '', Time: '2026-11-20 12:30:17' });
});

it('says of a stay what is known of it: by when it came, after when it left', async () => {
  const at = Date.UTC(2026, 10, 20, 4);
  const visit = {
    ...{ GeofenceId: 1, GeofenceName: 'Pier 8', DoorOpenMs: 120_000, HighestTemperature: -17.5 },
    ...{ FromEpoch: at, ToEpoch: at + 3_600_000, IsArrivalKnown: false, IsDepartureKnown: false, IsOpen: false },
  };
  const track = { ToEpoch: at + 7_200_000, VisitList: [visit] } as unknown as CarTrack;
  await showPage(<VisitTable track={track} at={at} onAt={() => {}} />, { answers: {} });
  await until(() => said().includes('Pier 8'));
  expect(said()).toMatch(/by .*after .*at least 1 h.*2 min.*−17.5 °C/);
});

it('says how warm goods are and will be as an estimate, with when they pass a limit', async () => {
  const at = Date.now();
  const line = (value: number) => [
    [
      { Time: at - 3_600_000, Value: value },
      { Time: at, Value: value },
    ],
  ];
  const estimate = (LagMinutes: number | null): GoodsEstimate => ({
    ...{
      WaybillId: 7,
      WaybillNumber: 'WB-1',
      LagMinutes,
      Low: 2,
      High: 8,
      ForecastEpoch: at + 7_200_000,
      IsArrival: true,
    },
    TagList: [
      {
        ...{
          TagSn: 'T1',
          TagName: 'Box 7',
          Place: '',
          FromEpoch: at - 3_600_000,
          NewestEpoch: at,
          Air: 12,
          Goods: 6.1,
        },
        ...{ GoodsLowest: 4, GoodsHighest: 6.1, GoodsBeyondMs: 0 },
        Forecast: { Goods: 8.8, Coldest: 7.9, Warmest: 9.2, Air: 12, LimitEpoch: at + 3_600_000 },
        ...{ AirCurve: line(12), GoodsCurve: line(5) },
      },
    ],
  });
  await showPage(<GoodsPanel waybillId={7} />, { answers: { getGoodsEstimate: () => estimate(120) } });
  await until(() => said().includes('Box 7'));
  expect(said()).toContain('Not measured, and no alarm follows from it');
  expect(said()).toContain('8.8 °C (7.9 °C … 9.2 °C)');
  expect(said()).toContain('beyond its limit at about');
  byRole(document.body, 'img', 'Box 7: Air, Goods temperature (estimate)');
});

it('says why an estimate of goods is not there when it could not be read', async () => {
  await showPage(<GoodsPanel waybillId={7} />, {
    answers: { getGoodsEstimate: () => new Refusal(503, 'History does not answer.') },
  });
  await until(() => said().includes('History does not answer.'));
});

it('asks for goods on board of a vehicle only with the right to see them', async () => {
  const car = {
    ...{ CarId: 3, CarName: 'Truck 1', PlateNumber: null, CarSn: null, ProjectId: 1, ProjectName: 'Cold Store 1' },
    ...{ State: 'unknown', Speed: null, Position: null, PointList: [], TagList: [] },
    WaybillList: [{ WaybillId: 7, WaybillNumber: 'WB-1', TransportStatus: 1 }],
  } as unknown as CarInfo;
  const show = (held: 'monitorEdit' | 'monitorView') =>
    showPage(<CarPage />, {
      at: '/monitor/carDetail?id=3',
      held: [held],
      answers: { getCarPointInfo: () => car, getGoodsEstimate: () => new Refusal(503, 'History does not answer.') },
    });
  const { received } = await show('monitorEdit');
  await until(() => said().includes('WB-1'));
  expect(received).not.toContain('getGoodsEstimate');
  unmountAll();
  await show('monitorView');
  await until(() => said().includes('History does not answer.'));
});

it('takes a corner of two equal numbers, and leaves a line with one number to be refused', async () => {
  const taken: unknown[] = [];
  await showPage(
    <CornersInput value={[{ Latitude: 25, Longitude: 25 }]} onChange={(corners) => taken.push(corners)} />,
    { answers: {} },
  );
  const input = document.querySelector('textarea')!;
  expect(input.value).toBe('25, 25');
  await type(input, '31');
  const refused = FenceForm.safeParse({
    ...{ ProjectId: 1, GeofenceName: 'Yard', StopKind: 'other', Kind: 'polygon' },
    CornerList: taken.at(-1),
  });
  expect(refused.error?.issues.map(({ path }) => path[0])).toContain('CornerList');
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toContain('CornerList.0.Longitude');
});
