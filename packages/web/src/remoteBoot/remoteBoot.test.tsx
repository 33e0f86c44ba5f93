import {
  type BootPasswordRow,
  type BootUnitRow,
  type PipeStandardRow,
  type PipeStandardVersion,
  permissions,
} from '@watchpost/contract';
import { expect, it } from 'vitest';
import { Refusal } from '../testing/fakeApi.ts';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, unmountAll, until } from '../testing/render.tsx';
import { testSession, testUser } from '../testing/session.ts';
import { said, showPage } from '../testing/showPage.tsx';
import { PasswordsPage } from './PasswordsPage.tsx';
import { CaliberStandardsPage, PipeStandardsPage } from './StandardsPages.tsx';
import { UnitsPage } from './UnitsPage.tsx';

pagesInEnglish();

const unit: BootUnitRow = {
  UnitId: 5,
  UnitName: 'Rack 3',
  ContractNumber: 'K-26',
  UnitNumber: 'CU26A417',
  Model: 'ZB-15',
  ProjectId: 1,
  ProjectName: 'Cold Store 1',
  Position: 'Roof',
  InstallStatus: 'deviates',
  Install: {
    HorizontalLength: 20,
    GasClimb: 16,
    LiquidClimb: 0,
    GasDiameter: 22,
    RiserDiameter: 19,
    LiquidDiameter: 12,
    OilType: 'POE',
    ...{ Slope: null, ChargeAdded: null },
    ...{ OilTraps: null, PressureFrom: null, PressureTo: null, PressureFromTemp: null, PressureToTemp: null },
    ...{ PressureHours: null, GaugeStep: null, VacuumEnd: null, VacuumRise: null },
  },
  ...{
    ModelTreeId: null,
    ModelTreeName: null,
    LockPointId: null,
    LockPointName: null,
    UnlockValue: 1,
    HasNoClock: false,
    PhotoCount: 0,
  },
  ...{ Waiver: '', WaiveName: null, BootEpoch: null, BootWay: null, WatchState: null },
  VerdictList: [{ Check: 'gasClimb', Verdict: 'deviation', Found: '16 m', Allowed: '≤ 15 m', Why: null }],
  ...{ InstallerId: null, InstallerName: null, MayInstall: true },
  ...{ PipeRevision: 2, CaliberRevision: 1 },
  ...{ KeyEpoch: null, KeyName: null, MayApprove: false, MayReveal: false, MayUnlock: false, LockValue: null },
  UpdateEpoch: 7,
};
const version = { Revision: 1, ValidFrom: null, IsInForce: true, UnitCount: 0, UpdateEpoch: 0 };
const pipe: PipeStandardVersion = {
  Model: 'ZB-15',
  MaxPipeLength: 50,
  GasMaxClimb: 15,
  LiquidMaxClimb: 10.5,
  OilType: 'POE',
  ...{ TrapInterval: null, TestPressure: null, MaxVacuum: null, MinSlope: null, IncludedLength: null },
  ...{ NameplateCurrent: null, SuctionFrom: null, SuctionTo: null, DischargeFrom: null, DischargeTo: null },
  ...version,
};
const standard: PipeStandardRow = { ...pipe, StandardId: 2, VersionList: [pipe] };

const password: BootPasswordRow = {
  PasswordId: 8,
  UnitId: 5,
  UnitName: 'Rack 3',
  UnitNumber: 'CU26A417',
  Day: '2999-11-24',
  Attempt: 0,
  State: 'issued',
  IssueName: 'Lin',
  IssueEpoch: 0,
  RevokeName: null,
  RevokeEpoch: null,
  Reason: '',
  ...{ Counter: null, ShowName: null, ShowEpoch: null, ShowAddress: null },
  ...{ UseEpoch: null, UseWay: null, MayRevoke: true },
};

it('names what deviates, and judges corrected figures before they are entered', async () => {
  const { received, bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({ Data: [unit], TotalCount: 1 }),
      checkInstall: () => ({
        VerdictList: [
          { Check: 'gasClimb' as const, Verdict: 'ok' as const, Found: '4 m', Allowed: '≤ 15 m', Why: null },
        ],
        ...{ PipeRevision: 3, CaliberRevision: null },
      }),
      submitInstall: () => ({ InstallStatus: 'conforms' as const }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  await until(() => said().includes('Deviation'));
  expect(said()).toContain('Judged by the pipe standard, version 2, and the caliber standard, version 1');
  expect(said()).toContain('At least 6');
  await type(byRole(document.body, 'spinbutton', 'Climb of the gas pipe (m)'), '4');
  await click(byRole(document.body, 'button', 'Check'));
  await until(() => said().includes('It meets the standards'));
  expect(said()).toContain('Judged by the pipe standard, version 3');
  expect(received).not.toContain('submitInstall');
  await click(byRole(document.body, 'button', 'Enter'));
  await until(() => bodyOf('submitInstall'));
  expect(bodyOf('submitInstall')).toMatchObject({ UnitId: '5', GasClimb: '4' });
});

it('shows a password once, after a question', async () => {
  const { received } = await showPage(<UnitsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootUnitPage: () => ({ Data: [{ ...unit, InstallStatus: 'released' as const }], TotalCount: 1 }),
      issueBootPassword: () => ({ Code: '44604820', Day: '2026-11-24', Attempt: 0, Counter: null }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Issue password: Rack 3')));
  await until(() => said().includes('one a day'));
  expect(received).not.toContain('issueBootPassword');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Issue password'));
  await until(() => said().includes('4460 4820'));
  expect(said()).toContain('shown here this once');
});

it('shows its password once to the person who entered the installation, and then says who saw it', async () => {
  const { received } = await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({
        Data: [{ ...unit, InstallStatus: 'released' as const, MayReveal: true }],
        TotalCount: 1,
      }),
      revealBootPassword: () => ({ Code: '44604820', Day: '2026-11-24', Attempt: 0, Counter: null }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Show password: Rack 3')));
  await until(() => said().includes('Name, time and network address are recorded'));
  expect(received).not.toContain('revealBootPassword');
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Show password'));
  await until(() => said().includes('4460 4820'));
  await unmountAll();
  await showPage(<PasswordsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootPasswordPage: () => ({
        Data: [{ ...password, ShowName: 'Gao', ShowEpoch: 0, ShowAddress: '203.0.113.9' }],
        TotalCount: 1,
      }),
      getBootUnitPage: () => ({ Data: [], TotalCount: 0 }),
    },
  });
  await until(() => said().includes('Gao · 203.0.113.9'));
});

it('lists who was issued a password, and revokes one with a reason', async () => {
  const { bodyOf } = await showPage(<PasswordsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootPasswordPage: () => ({ Data: [password], TotalCount: 1 }),
      getBootUnitPage: () => ({ Data: [], TotalCount: 0 }),
      revokeBootPassword: () => null,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Revoke: Rack 3, 2999-11-24')));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  await type(byRole(dialog!, 'textbox', 'Reason'), 'Given to a wrong person');
  await click(byRole(dialog!, 'button', 'Revoke'));
  await until(() => bodyOf('revokeBootPassword'));
  expect(bodyOf('revokeBootPassword')).toEqual({ PasswordId: '8', Reason: 'Given to a wrong person' });
});

it('says of a password that its unit has started by it, when and how, and revokes it no more', async () => {
  const used = { ...password, State: 'used' as const, UseEpoch: 0, UseWay: 'seen' as const, MayRevoke: false };
  await showPage(<PasswordsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootPasswordPage: () => ({ Data: [used], TotalCount: 1 }),
      getBootUnitPage: () => ({ Data: [], TotalCount: 0 }),
    },
  });
  await until(() => said().includes('Seen running'));
  expect(said()).toContain('Used');
  expect(() => byRole(document.body, 'button', 'Revoke: Rack 3, 2999-11-24')).toThrow();
});

it('keeps what was not touched of a standard', async () => {
  const { bodyOf } = await showPage(<PipeStandardsPage />, {
    held: ['pipeStandards'],
    answers: {
      getPipeStandardPage: () => ({ Data: [standard], TotalCount: 1 }),
      editPipeStandard: () => null,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Edit: ZB-15')));
  await type(byRole(document.body, 'spinbutton', 'Longest piping (m)'), '45');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editPipeStandard'));
  expect(bodyOf('editPipeStandard')).toEqual({ StandardId: '2', MaxPipeLength: '45' });
});

it('says that a standard that units were judged by gets a new version, and shows what each version changed', async () => {
  const next = { ...pipe, Revision: 2, ValidFrom: '2026-12-01', GasMaxClimb: 12, IsInForce: true, UnitCount: 1 };
  const versions = [{ ...pipe, IsInForce: false, UnitCount: 3 }, next];
  const { bodyOf } = await showPage(<PipeStandardsPage />, {
    held: ['pipeStandards'],
    answers: {
      getPipeStandardPage: () => ({ Data: [{ ...next, StandardId: 2, VersionList: versions }], TotalCount: 1 }),
      editPipeStandard: () => null,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'More actions: ZB-15')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Versions')));
  await until(() => said().includes('Gas pipe, highest climb (m): 15 → 12'));
  expect(said()).toMatch(/Version 2.*valid from 2026-12-01 · 1 unit judged by it.*Version 1.*3 units judged by it/s);
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Close'));
  await click(byRole(document.body, 'button', 'Edit: ZB-15'));
  await until(() =>
    said().includes('1 unit was judged by this version and keeps its verdicts. Saving makes version 3.'),
  );
  await type(byRole(document.body, 'spinbutton', 'Longest piping (m)'), '45');
  await click(byRole(document.body, 'button', 'Save'));
  await until(() => bodyOf('editPipeStandard'));
  expect(bodyOf('editPipeStandard')).toEqual({ StandardId: '2', MaxPipeLength: '45' });
});

it('shows calibers by their ranges', async () => {
  const row = { StandardId: 3, Model: 'ZB-15', LengthFrom: 0, LengthTo: 25, ClimbFrom: 0, ClimbTo: 5 };
  await showPage(<CaliberStandardsPage />, {
    held: ['caliberStandards'],
    answers: {
      getCaliberStandardPage: () => ({
        Data: [
          {
            ...row,
            GasDiameter: 22,
            RiserDiameter: 19.05,
            LiquidDiameter: 12,
            ChargePerMetre: null,
            ...version,
            VersionList: [],
          },
        ],
        TotalCount: 1,
      }),
    },
  });
  await until(() => said().includes('0 – 25'));
  expect(said()).toContain('19.05');
});

it('unlocks a released unit by its lock point, and says when it was not unlocked', async () => {
  const locked: BootUnitRow = {
    ...unit,
    InstallStatus: 'released',
    LockPointId: 9,
    LockPointName: 'Lock',
    MayUnlock: true,
  };
  const { bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootUnitPage: () => ({ Data: [locked], TotalCount: 1 }),
      sendBoot: () => ({ Started: false, Said: 'The gateway is not connected.' }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Unlock: Rack 3')));
  await until(() => said().includes('1 is written to the lock point “Lock”'));
  await click(byRole(document.body, 'button', 'Unlock'));
  await until(() => said().includes('Not unlocked: The gateway is not connected.'));
  expect(bodyOf('sendBoot')).toMatchObject({ UnitId: '5' });
});

it('shows the first hour check by check, and what became of the unit', async () => {
  const started: BootUnitRow = {
    ...unit,
    InstallStatus: 'booted',
    WatchState: 'failed',
    BootEpoch: 0,
    BootWay: 'seen',
    ModelTreeId: 9,
  };
  await showPage(<UnitsPage />, {
    held: ['bootUnits', 'repairWork'],
    answers: {
      getBootUnitPage: () => ({ Data: [started], TotalCount: 1 }),
      getBootCourse: () => ({
        Password: { ...password, State: 'used', UseEpoch: 0, UseWay: 'reported', MayRevoke: false },
        LetterList: [],
        PhotoList: [],
        WatchList: [{ Check: 'starts', Verdict: 'failed', Found: '7', Allowed: '≤ 6' }],
        WatchUntil: 3_600_000,
        EventList: [{ Kind: 'booted', Epoch: 0, UserName: null, Text: 'Seen running' }],
      }),
    },
  });
  await until(() => said().includes('First hour failed'));
  await click(byRole(document.body, 'button', 'History: Rack 3'));
  await until(() => said().includes('Seen running · System'));
  expect(said()).toContain('Starts 7 (≤ 6)');
  expect(said()).toMatch(/Latest boot passwordUsed 2999-11-24 · attempt 1 · .* Reported/);
  // What failed is a repair for somebody.
  byRole(document.body, 'button', 'Report a repair: Rack 3');
});

it('does not open the figures of an installation before its photos are known, so that saving cannot remove them', async () => {
  let isDown = true;
  const photo = { Path: 'boot/5/a.jpg', Url: '/files/a.jpg' };
  const { bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({ Data: [{ ...unit, PhotoCount: 1 }], TotalCount: 1 }),
      getBootCourse: () =>
        isDown
          ? new Refusal(500, 'Please try again later.')
          : { Password: null, LetterList: [], PhotoList: [photo], WatchList: [], WatchUntil: null, EventList: [] },
      submitInstall: () => ({ InstallStatus: 'conforms' as const }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  await until(() => said().includes('Please try again later.'));
  expect(said()).toContain('Installation of Rack 3');
  expect(() => byRole(document.body, 'button', 'Enter')).toThrow();
  isDown = false;
  await click(byRole(document.querySelector('[role=dialog]')!, 'button', 'Try again'));
  await click(await until(() => byRole(document.body, 'button', 'Enter')));
  await until(() => bodyOf('submitInstall'));
  expect(bodyOf('submitInstall')).toMatchObject({ PhotoList: photo.Path });
});

it('offers a release to the second person alone, and a rejection beside it', async () => {
  const waiting: BootUnitRow = { ...unit, InstallStatus: 'conforms' };
  const { bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootUnits', 'bootApprove'],
    answers: {
      getBootUnitPage: () => ({
        Data: [
          { ...waiting, UnitId: 6, UnitName: 'Mine' },
          { ...waiting, MayApprove: true },
        ],
        TotalCount: 2,
      }),
      getBootCourse: () => noCourse,
      rejectInstall: () => null,
    },
  });
  await until(() => byRole(document.body, 'button', 'Release: Rack 3'));
  expect(() => byRole(document.body, 'button', 'Release: Mine')).toThrow();
  await click(byRole(document.body, 'button', 'More actions: Rack 3'));
  await click(await until(() => byRole(document.body, 'menuitem', 'Reject')));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  // What is decided on stands beside the decision.
  expect(dialog!.textContent).toContain('≤ 15 m');
  await type(byRole(dialog!, 'textbox', 'Reason, at least 10 characters'), 'No photo of the riser');
  await click(byRole(dialog!, 'button', 'Reject'));
  await until(() => bodyOf('rejectInstall'));
  expect(bodyOf('rejectInstall')).toEqual({ UnitId: '5', UpdateEpoch: '7', Reason: 'No photo of the riser' });
});

const noCourse = { Password: null, LetterList: [], PhotoList: [], WatchList: [], WatchUntil: null, EventList: [] };

it.each([
  ['Release', 'conforms'],
  ['Waive deviations', 'deviates'],
  ['Reject', 'deviates'],
] as const)('shows the photos of the installation to the person who decides: %s', async (action, InstallStatus) => {
  await showPage(<UnitsPage />, {
    held: ['bootApprove'],
    answers: {
      getBootUnitPage: () => ({ Data: [{ ...unit, InstallStatus, MayApprove: true }], TotalCount: 1 }),
      getBootCourse: () => ({
        ...noCourse,
        // The installer may have added one picture twice.
        PhotoList: ['/files/riser', '/files/trap', '/files/trap'].map((Url) => ({ Url, Path: Url })),
      }),
    },
  });
  if (action === 'Reject') {
    await click(await until(() => byRole(document.body, 'button', 'More actions: Rack 3')));
    await click(await until(() => byRole(document.body, 'menuitem', action)));
  } else await click(await until(() => byRole(document.body, 'button', `${action}: Rack 3`)));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  const photo = await until(() => byRole(dialog!, 'link', 'Photo 1 of the installation'));
  // A link is reached by the keyboard, and opens the picture as a whole.
  expect([photo.getAttribute('href'), photo.getAttribute('target')]).toEqual(['/files/riser', '_blank']);
  byRole(dialog!, 'link', 'Photo 3 of the installation');
});

it('says that no photos were entered to the person who decides', async () => {
  await showPage(<UnitsPage />, {
    held: ['bootUnits', 'bootApprove'],
    answers: {
      getBootUnitPage: () => ({ Data: [{ ...unit, InstallStatus: 'conforms', MayApprove: true }], TotalCount: 1 }),
      getBootCourse: () => noCourse,
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Release: Rack 3')));
  await until(() => said().includes('No photos were entered'));
});

/** Opens the dialog that locks the unit again. */
async function askToLock(shown: BootUnitRow) {
  await showPage(<UnitsPage />, {
    held: ['bootApprove'],
    answers: {
      getBootUnitPage: () => ({ Data: [shown], TotalCount: 1 }),
      relockUnit: () => ({ Locked: false, Said: 'The gateway is offline; nothing was sent' }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', `More actions: ${shown.UnitName}`)));
  await click(await until(() => byRole(document.body, 'menuitem', 'Lock again')));
  return until(() => document.querySelector('[role=dialog]'));
}
const lockable: BootUnitRow = { ...unit, InstallStatus: 'booted', LockPointName: 'Run permission', LockValue: 0 };

it('says what locking again writes to the unit, and that it may still run where that failed', async () => {
  const dialog = await askToLock(lockable);
  expect(dialog!.textContent).toContain('0 is written to the lock point “Run permission”');
  await type(byRole(dialog!, 'textbox', 'Reason'), 'The compressor is replaced');
  await click(byRole(dialog!, 'button', 'Lock again'));
  await until(() => said().includes('the unit may still run: The gateway is offline; nothing was sent'));
});

it('says that a unit without a lock value keeps running when it is locked again', async () => {
  const dialog = await askToLock({ ...lockable, LockValue: null });
  expect(dialog!.textContent).toContain('Nothing is written to the unit: if it runs, it keeps running.');
});

it('says why a check cannot be decided', async () => {
  const rising: BootUnitRow = {
    ...unit,
    VerdictList: [
      { Check: 'pressureDrop', Verdict: 'undecided', Found: '-0.1 MPa', Allowed: '≤ 0.5 %', Why: 'unexplainedRise' },
    ],
  };
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: { getBootUnitPage: () => ({ Data: [rising], TotalCount: 1 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  await until(() => said().includes('The pressure rose more than the temperature explains'));
});

it('shows the key of a unit once, and after that offers a new one with a reason', async () => {
  const key = { UnitNumber: 'CU26A417', Version: 1, Key: '48a246a5'.repeat(8) };
  let shown = false;
  const { bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootApprove'],
    answers: {
      getBootUnitPage: () => ({
        Data: [shown ? { ...unit, KeyEpoch: 1, KeyName: 'Lin' } : unit],
        TotalCount: 1,
      }),
      showUnitKey: () => {
        shown = true;
        return key;
      },
      renewUnitKey: () => ({ ...key, Version: 2 }),
    },
  });
  const open = async () => {
    await click(await until(() => byRole(document.body, 'button', 'More actions: Rack 3')));
    await click(await until(() => byRole(document.body, 'menuitem', 'Controller key')));
  };
  await open();
  await click(await until(() => byRole(document.body, 'button', 'Show key')));
  await until(() => said().includes('48a246a5 48a246a5'));
  expect(byRole(document.body, 'img', 'QR code of the key').querySelector('svg')).not.toBeNull();
  await click(byRole(document.body, 'button', 'Close'));
  await open();
  await until(() => said().includes('Shown to Lin on'));
  expect(said()).not.toContain('48a246a5 48a246a5');
  await type(byRole(document.body, 'textbox', 'Reason'), 'The controller was replaced');
  await click(byRole(document.body, 'button', 'New key'));
  await until(() => said().includes('version 2'));
  expect(bodyOf('renewUnitKey')).toEqual({ UnitId: '5', Reason: 'The controller was replaced' });
});

it('offers the figures of an installation to its installer alone', async () => {
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({
        Data: [
          { ...unit, InstallStatus: 'registered', InstallerId: 9, InstallerName: 'Li', MayInstall: false },
          { ...unit, UnitId: 6, UnitName: 'Mine', InstallStatus: 'registered', InstallerId: 8, InstallerName: 'Mei' },
        ],
        TotalCount: 2,
      }),
    },
  });
  await until(() => byRole(document.body, 'button', 'Installation: Mine'));
  expect(() => byRole(document.body, 'button', 'Installation: Rack 3')).toThrow();
  await click(await until(() => document.querySelector<HTMLElement>('tbody tr td:nth-child(2)')));
  await until(() => said().includes('Li enters this installation'));
  expect(byRole(document.body, 'button', 'Enter')).toHaveProperty('disabled', true);
});

it('only shows the figures of a unit that was released', async () => {
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({
        Data: [{ ...unit, InstallStatus: 'released', InstallerId: 9, InstallerName: 'Li', MayInstall: false }],
        TotalCount: 1,
      }),
    },
  });
  await click(await until(() => document.querySelector<HTMLElement>('tbody tr td:nth-child(2)')));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  expect(dialog.textContent).toContain('Released');
  expect(dialog.textContent).not.toContain('Li enters');
  expect(byRole(document.body, 'button', 'Enter')).toHaveProperty('disabled', true);
});

it('says above the figures why they were rejected, and by whom', async () => {
  const rejected = {
    ...{ Kind: 'rejected' as const, Epoch: 2, UserName: 'Li Na', Text: 'The photos do not show the riser' },
  };
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      // Also of one that was entered before photos were asked for.
      getBootUnitPage: () => ({ Data: [{ ...unit, PhotoCount: 0, InstallStatus: 'rejected' }], TotalCount: 1 }),
      getBootCourse: () => ({
        ...{ Password: null, LetterList: [], PhotoList: [], WatchList: [], WatchUntil: null },
        EventList: [rejected, { ...rejected, Epoch: 1, Text: 'An older reason of a person' }],
      }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  await until(() => said().includes('Rejected by Li Na: The photos do not show the riser'));
  expect(said()).not.toContain('An older reason');
});

it('does not enter an installation while photos are uploaded, with Enter neither', async () => {
  const { received } = await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({ Data: [unit], TotalCount: 1 }),
      newUpload: () => new Promise<never>(() => {}),
      submitInstall: () => ({ InstallStatus: 'conforms' as const }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  const enter = await until(() => byRole(document.body, 'button', 'Enter') as HTMLButtonElement);
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!;
  Object.defineProperty(field, 'files', { value: [new File(['x'], 'pump.png', { type: 'image/png' })] });
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => enter.disabled);
  document.querySelector('[role=dialog] form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await until(() => received.includes('newUpload'));
  expect(received).not.toContain('submitInstall');
});

it('brings missing photos into sight', async () => {
  const missing = 'Missing: photos (0 of 6)';
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({ Data: [unit], TotalCount: 1 }),
      submitInstall: () => new Refusal(400, missing, { Fields: [{ Field: 'PhotoList', Message: missing }] }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  await click(await until(() => byRole(document.body, 'button', 'Enter')));
  await until(() => said().includes(missing));
  expect(document.activeElement?.className).toBe('form-photos');
});

it('keeps a draft of an installation in the browser until it is entered', async () => {
  const photo = '/file/pump';
  const page = (row: BootUnitRow = unit, session = testSession({ held: [permissions.bootUnits.id] })) =>
    showPage(<UnitsPage />, {
      session,
      answers: {
        getBootUnitPage: () => ({ Data: [row], TotalCount: 1 }),
        newUpload: () => [
          {
            ...{ FileId: 'pump', Url: photo, Path: 'pump', Name: 'pump.png', ContentType: 'image/png' },
            ...{ Size: 1, Width: 1, Height: 1 },
          },
        ],
        submitInstall: () => ({ InstallStatus: 'deviates' as const }),
      },
    });
  const open = async () => click(await until(() => byRole(document.body, 'button', 'Installation: Rack 3')));
  const pressure = () => byRole(document.body, 'spinbutton', 'Pressure at the start (MPa)') as HTMLInputElement;
  const again = async (...with_: Parameters<typeof page>) => {
    await unmountAll();
    const shown = await page(...with_);
    await open();
    return shown;
  };
  await page();
  await open();
  expect(said()).not.toContain('Draft kept');
  await type(await until(pressure), '3');
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')!;
  Object.defineProperty(field, 'files', { value: [new File(['x'], 'pump.png', { type: 'image/png' })] });
  field.dispatchEvent(new Event('change', { bubbles: true }));
  await until(() => document.querySelector(`img[src="${photo}"]`));
  await until(() => said().includes('Draft kept in this browser'));
  // Nothing is lost by closing, so nothing is asked.
  await click(byRole(document.body, 'button', 'Cancel'));
  expect(said()).not.toContain('Leave without saving?');

  await again();
  expect((await until(pressure)).value).toBe('3');
  expect(document.querySelector(`img[src="${photo}"]`)).not.toBeNull();
  // It is this person's, and begun on the figures of then.
  await again(unit, testSession({ held: [permissions.bootUnits.id], user: testUser({ UserId: 8 }) }));
  expect((await until(pressure)).value).toBe('');
  await again({ ...unit, Install: { ...unit.Install!, GasClimb: 4 } });
  expect((await until(pressure)).value).toBe('');

  // An upload that belongs to nothing is gone after a day.
  const place = Object.keys(localStorage).find((key) => localStorage.getItem(key)?.includes(photo))!;
  const kept = localStorage.getItem(place)!;
  const { PhotoEpochs, ...rest } = JSON.parse(kept) as { PhotoEpochs: Record<string, number> };
  const aDayAgo = Object.fromEntries(Object.entries(PhotoEpochs).map(([url, at]) => [url, at - 86_400_000]));
  localStorage.setItem(place, JSON.stringify({ ...rest, PhotoEpochs: aDayAgo }));
  await again();
  await until(() => said().includes('Add 1 again.'));
  await unmountAll();
  localStorage.setItem(place, kept);
  const { bodyOf } = await again();
  // These belong together.
  for (const [label, value] of [
    ['Pressure at the end (MPa)', '3'],
    ['Pipe temperature at the start (°C)', '20'],
    ['Pipe temperature at the end (°C)', '20'],
    ['Held for (hours)', '24'],
  ] as const)
    await type(byRole(document.body, 'spinbutton', label), value);
  await click(byRole(document.body, 'button', 'Enter'));
  await until(() => bodyOf('submitInstall'));
  expect(bodyOf('submitInstall')).toMatchObject({ UnitId: '5', PressureFrom: '3', PhotoList: photo });
  await until(() => said().includes('Installation entered'));
  await again();
  expect((await until(pressure)).value).toBe('');
});

it('names the installer of a unit who may enter installations no longer', async () => {
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: {
      getBootUnitPage: () => ({ Data: [{ ...unit, InstallerId: 9, InstallerName: 'Li Wei' }], TotalCount: 1 }),
      getBootInstallers: () => [{ UserId: 8, Name: 'Mei' }],
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'More actions: Rack 3')));
  await click(await until(() => byRole(document.body, 'menuitem', 'Edit')));
  await until(() => said().includes('Edit unit'));
  expect(document.querySelector('[role=dialog]')!.textContent).toContain('Li Wei');
});

it('brings in units with a spreadsheet', async () => {
  await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    answers: { getBootUnitPage: () => ({ Data: [unit], TotalCount: 1 }) },
  });
  await click(await until(() => byRole(document.body, 'button', 'Import')));
  await until(() => said().includes('Import units'));
});

it('says which units are related to a device, and lists these alone', async () => {
  const { bodyOf } = await showPage(<UnitsPage />, {
    held: ['bootUnits'],
    at: '/unitManage?related=yes',
    answers: {
      getBootUnitPage: () => ({
        Data: [
          { ...unit, ModelTreeId: 9, ModelTreeName: 'Compressor 3' },
          { ...unit, UnitId: 6, UnitName: 'Rack 4' },
        ],
        TotalCount: 2,
      }),
    },
  });
  await until(() => said().includes('Related · Compressor 3'));
  expect(said()).toContain('Unrelated');
  expect(bodyOf('getBootUnitPage')).toMatchObject({ Related: 'true' });
  byRole(document.body, 'button', 'Export');
});

it('finds the unit to issue a password for by what is typed, and says how many more there are', async () => {
  const { bodyOf } = await showPage(<PasswordsPage />, {
    held: ['bootPasswords'],
    answers: {
      getBootPasswordPage: () => ({ Data: [], TotalCount: 0 }),
      getBootUnitPage: () => ({ Data: [{ ...unit, InstallStatus: 'released' }], TotalCount: 612 }),
    },
  });
  const field = await until(() => byRole(document.body, 'combobox', 'Issue password'));
  await type(field, 'Rack 6');
  await until(() => said().includes('611 more. Type a name or number to find them.'));
  await until(() => (bodyOf('getBootUnitPage') as { Text: string }).Text === 'Rack 6');
});
