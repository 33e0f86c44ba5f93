import type {
  CertificateRow,
  ConformityRow,
  FindingRow,
  OwnProfileRow,
  PackRow,
  Verification,
} from '@watchpost/contract';
import { expect, it } from 'vitest';
import { pagesInEnglish } from '../testing/pagesInEnglish.ts';
import { byRole, click, type, until } from '../testing/render.tsx';
import { said, showPage } from '../testing/showPage.tsx';
import { ProofPage } from './ProofPage.tsx';

pagesInEnglish();

const at = Date.UTC(2026, 9, 16, 2);
const point: ConformityRow = {
  AssignmentId: 4,
  PointId: 9,
  PointName: 'Air',
  DeviceId: 12,
  DeviceName: 'Chill room 1',
  Unit: '°C',
  Profile: 'gsp',
  OwnProfile: null,
  NextVersion: null,
  LowLimit: 2,
  HighLimit: 8,
  SinceEpoch: at,
  SealedDay: '2026-10-15',
  Light: 'red',
  ReasonList: [
    { Reason: 'certificate', Level: 'red', Sentence: 'Certificate C-1 ended on 2026-10-01' },
    { Reason: 'interval', Level: 'red', Sentence: 'Sampled every 300 s; 60 s at most are allowed' },
  ],
};
const excursion: FindingRow = {
  FindingId: 5,
  Kind: 'excursion',
  State: 'open',
  PointId: 9,
  PointName: 'Air',
  DeviceName: 'Chill room 1',
  Unit: '°C',
  Decimals: 1,
  Day: '2026-10-16',
  Profile: 'gsp',
  OwnProfile: { ProfileId: 3, ProfileName: 'House rules', Version: 2 },
  FromEpoch: at,
  UntilEpoch: at + 2_400_000,
  LowLimit: 2,
  HighLimit: 8,
  Extreme: 11.5,
  DegreeMinutes: 140,
  Cause: null,
  Explanation: null,
  Disposition: null,
  ExplainName: null,
  ExplainEpoch: null,
  ConfirmName: null,
  ConfirmEpoch: null,
  IsOwn: false,
};
const explained: FindingRow = {
  ...excursion,
  FindingId: 6,
  State: 'toConfirm',
  Cause: 'door',
  Explanation: 'Door held open while loading',
  Disposition: 'release',
  ExplainName: 'Li Na',
  ExplainEpoch: at,
};
const pack: PackRow = {
  PackId: 7,
  PackName: 'Cold Store 1 2026-10',
  ProjectId: 1,
  FromDay: '2026-10-01',
  UntilDay: '2026-10-31',
  Language: 'en',
  Revision: 1,
  Status: 1,
  PointCount: 30,
  SizeBytes: 9_000_000,
  Sha256: 'ab',
  Failure: null,
  CreateName: 'Li Na',
  MadeEpoch: at,
  PublishName: null,
  PublishEpoch: null,
  MissingList: ['Chill room 1 Air, 2026-10-16 10:00: excursion awaits a second person'],
  MissingCount: 1,
  RevisedCount: 0,
  IsOwn: false,
};

it('says of a point why it does not conform', async () => {
  await showPage(<ProofPage />, { held: ['reportsView'], answers: { getConformity: () => [point] } });
  await until(() => said().includes('Certificate C-1 ended on 2026-10-01'));
  for (const words of ['Does not conform', 'GSP annex 3', '2 … 8\u202f°C', '2026-10-15'])
    expect(said()).toContain(words);
  // Each reason leads to the place where it is mended.
  const leadsTo = (name: string) => byRole(document.body, 'link', name).getAttribute('href');
  expect(leadsTo('Register certificate')).toBe('/reportManage/proof?tab=certificates');
  expect(leadsTo('Edit point')).toContain('/projectConfig/pointAssociate?q=Air');
  // Who only reads puts nothing under a profile.
  expect(said()).not.toContain('Put points under a profile');
});

it('takes cause, action and what becomes of the goods of an excursion, and says what is missing', async () => {
  const { received, bodyOf } = await showPage(<ProofPage />, {
    held: ['reportsEdit'],
    at: '/?tab=findings',
    answers: {
      getFindingPage: () => ({ Data: [excursion], TotalCount: 1 }),
      explainFindings: () => ({ Explained: 1 }),
    },
  });
  await click(await until(() => byRole(document.body, 'button', 'Explain: Chill room 1 Air 2026-10-16')));
  await type(await until(() => byRole(document.body, 'textbox', 'Explanation and action')), 'Door');
  const dialog = document.querySelector('[role=dialog]')!;
  await click(byRole(dialog, 'button', 'Save'));
  await until(() => said().includes('Say it in ten characters at least'));
  expect(received).not.toContain('explainFindings');
  expect(bodyOf('explainFindings')).toBeUndefined();
});

it('asks a second person to confirm, and shows what they confirm', async () => {
  const { bodyOf } = await showPage(<ProofPage />, {
    held: ['reportsEdit'],
    at: '/?tab=findings',
    answers: {
      getFindingPage: () => ({ Data: [explained, { ...explained, FindingId: 8, IsOwn: true }], TotalCount: 2 }),
      confirmFindings: () => ({ Confirmed: 1 }),
    },
  });
  await until(() => said().includes('Entered by you; it takes another person'));
  await click(byRole(document.body, 'button', 'Confirm: Chill room 1 Air 2026-10-16'));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  expect(dialog!.textContent).toContain('Door open, loading · Released: Door held open while loading');
  await click(byRole(dialog!, 'button', 'Confirm'));
  await until(() => bodyOf('confirmFindings'));
  expect(bodyOf('confirmFindings')).toEqual({ FindingIdList: '6' });
});

it('names what stands between a pack and its publication', async () => {
  await showPage(<ProofPage />, {
    held: ['compliancePublish'],
    at: '/?tab=packs',
    answers: { getPackPage: () => ({ Data: [pack], TotalCount: 1 }) },
  });
  await until(() => said().includes('excursion awaits a second person'));
  expect(byRole(document.body, 'button', 'Publish: Cold Store 1 2026-10 r1').hasAttribute('disabled')).toBe(true);
});

it('shows by which version a finding was judged, and takes a new one of a profile', async () => {
  const figures = {
    SampleSeconds: 60,
    GapMinutes: 20,
    ExcursionMinutes: 2,
    MaxError: 0.5,
    AnswerMinutes: 10,
    KeepYears: 5,
  };
  const version = { Version: 2, ...figures, SaveEpoch: at, SaveName: 'Li Na' };
  const profile: OwnProfileRow = {
    ...{ ProfileId: 3, ProfileName: 'House rules', BasedOn: 'gsp', Version: 2, ...figures, PointCount: 4 },
    VersionList: [version, { ...version, Version: 1, GapMinutes: 30 }],
  };
  await showPage(<ProofPage />, {
    held: ['reportsEdit'],
    at: '/?tab=findings',
    answers: { getFindingPage: () => ({ Data: [excursion], TotalCount: 1 }) },
  });
  await until(() => said().includes('House rules · version 2'));
  const { bodyOf } = await showPage(<ProofPage />, {
    held: ['reportPolicies'],
    at: '/?tab=profiles',
    answers: { getOwnProfiles: () => [profile], changeOwnProfile: () => ({ Version: 3 }) },
  });
  await until(() => said().includes('after GSP annex 3'));
  expect(said()).toContain('30 min without data is a gap');
  await click(byRole(document.body, 'button', 'Edit: House rules'));
  const dialog = await until(() => document.querySelector('[role=dialog]'));
  expect(dialog!.textContent).toContain('saved as version 3');
  await type(byRole(dialog!, 'spinbutton', 'Gap from, min'), '15');
  await click(byRole(dialog!, 'button', 'Save'));
  await until(() => bodyOf('changeOwnProfile'));
  expect(bodyOf('changeOwnProfile')).toEqual({
    ProfileId: 3,
    ProfileName: 'House rules',
    Version: 2,
    ...figures,
    GapMinutes: 15,
  });
});

it('shows the last five versions before the present one, and the older ones on demand', async () => {
  const figures = {
    SampleSeconds: 60,
    GapMinutes: 20,
    ExcursionMinutes: 2,
    MaxError: 0.5,
    AnswerMinutes: 10,
    KeepYears: 5,
  };
  const VersionList = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((Version) => ({
    ...{ Version, ...figures, SaveEpoch: at, SaveName: 'Li Na' },
  }));
  const profile: OwnProfileRow = {
    ...{ ProfileId: 3, ProfileName: 'House rules', BasedOn: 'gsp', Version: 9, ...figures, PointCount: 4 },
    VersionList,
  };
  await showPage(<ProofPage />, {
    held: ['reportPolicies'],
    at: '/?tab=profiles',
    answers: { getOwnProfiles: () => [profile] },
  });
  const older = await until(() => document.querySelector('details'));
  expect(older!.querySelector('summary')!.textContent).toBe('3 older versions');
  expect([...older!.querySelectorAll('li')].map((item) => item.textContent!.slice(0, 2))).toEqual(['v3', 'v2', 'v1']);
  expect(said()).toContain('v4');
});

it('opens the paper of a certificate, and offers to upload one where there is none', async () => {
  const certificate: CertificateRow = {
    ...{
      CertificateId: 5,
      PointId: 9,
      PointName: 'Air',
      DeviceName: 'Chill room 1',
      Number: 'C-1',
      Laboratory: 'CNAS',
    },
    ...{ DoneOn: '2026-01-01', ValidUntil: '2026-12-31', MaxError: 0.2, Unit: '°C', IsValid: true },
    File: { Name: 'C-1.pdf', Url: '/files/abc', ContentType: 'application/pdf', Size: 20_480 },
  };
  await showPage(<ProofPage />, {
    held: ['reportsEdit'],
    at: '/?tab=certificates',
    answers: { getCertificates: () => [certificate, { ...certificate, CertificateId: 6, Number: 'C-2', File: null }] },
  });
  await until(() => said().includes('C-1.pdf'));
  expect(byRole(document.body, 'link', 'C-1.pdf').getAttribute('href')).toBe('/files/abc');
  await click(byRole(document.body, 'button', 'Upload file: C-2'));
  await until(() => said().includes('PDF or image, 10 MB at most'));
});

it('verifies a range of days and names each point and day that does not match', async () => {
  const result: Verification = {
    PointCount: 2,
    DayCount: 62,
    MatchCount: 61,
    SampleCount: 89_280,
    RootCount: 31,
    ProblemList: [
      {
        Problem: 'samples',
        PointId: 9,
        PointName: 'Air',
        DeviceName: 'Chill room 1',
        Day: '2026-10-18',
        Number: null,
      },
    ],
    ProblemCount: 1,
  };
  await showPage(<ProofPage />, {
    held: ['reportsView'],
    at: '/?tab=seals',
    answers: { getSealPage: () => ({ Data: [], TotalCount: 0 }), verifySeals: () => result },
  });
  await click(await until(() => byRole(document.body, 'button', 'Verify')));
  await until(() => said().includes('1 does not match'));
  for (const words of ['Chill room 1 Air', '2026-10-18', 'The samples differ from what was sealed', '89,280 samples'])
    expect(said()).toContain(words);
});

it('says what the server found when it verified the seals by itself', async () => {
  const problem = { Problem: 'samples' as const, PointId: 9, PointName: 'Air', DeviceName: 'Chill room 1' };
  await showPage(<ProofPage />, {
    held: ['reportsView'],
    at: '/?tab=seals',
    answers: {
      getSealPage: () => ({ Data: [], TotalCount: 0 }),
      getSealChecks: () => ({
        ...{ SealedDays: 29, CheckedDays: 29, RecentDays: 28, LastEpoch: at, OldestEpoch: at, BrokenDays: 1 },
        BrokenList: [
          {
            ...{ Day: '2026-10-16', CheckEpoch: at, SinceEpoch: at, ProblemCount: 1 },
            ProblemList: [{ ...problem, Day: '2026-10-16', Number: null }],
          },
        ],
      }),
    },
  });
  await until(() => said().includes('1 day does not match'));
  expect(said()).toContain('28 of 29 sealed days verified within the last 30 days');
  expect(said()).toContain('Chill room 1 Air: The samples differ from what was sealed');
});
