import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Calls } from './call.ts';
import type { ErrorCatalogue, ErrorEntry } from './errors.ts';
import * as contract from './index.ts';

const catalogues = Object.entries(contract as Record<string, unknown>).flatMap(([name, value]) =>
  name.endsWith('Errors') ? [[name, value as ErrorCatalogue] as const] : [],
);
const entries = catalogues.flatMap(([catalogue, all]) =>
  Object.entries(all).map(([name, entry]): [string, ErrorEntry] => [`${catalogue}.${name}`, entry]),
);

/** Refusals of bad input that are about no one field, each group under its reason. */
const aboutNoField: Readonly<Record<string, readonly string[]>> = {
  'Neither account nor password is said to be the wrong one.': ['accountErrors.wrongLogin'],
  'The filters together find too much.': [
    'alarmErrors.tooManyToExport',
    'deviceErrors.tooManyToExport',
    'downloadErrors.tooManyRows',
    'eventNoticeErrors.tooManyEvents',
    'gatewayErrors.tooManyToExport',
    'notificationErrors.tooManyForSheet',
    'projectErrors.tooManyToExport',
    'weatherErrors.tooManyToExport',
  ],
  'Several fields together are missing.': [
    'deviceErrors.nothingToSet',
    'pointErrors.nothingToChange',
    'maintenanceErrors.contractIncomplete',
    'maintenanceErrors.teamIncomplete',
    'projectErrors.nothingToSet',
    'remoteBootErrors.installMissing',
  ],
  'The place where it is thrown says the field, or the row of the file.': [
    'accountErrors.passwordBreached',
    'accountErrors.passwordCommon',
    'alarmErrors.rangeTooLong',
    'accountErrors.passwordIsAccount',
    'accountErrors.passwordIsName',
    'assetErrors.deviceOfMany',
    'assetErrors.unknownDevice',
    'assetErrors.unknownProject',
    'customerErrors.projectUnknown',
    'commonErrors.badInput',
    'commonErrors.projectOfMany',
    'gatewayErrors.passwordIsName',
    'remoteBootErrors.rangeOrder',
    'remoteBootErrors.unitProjectUnknown',
    'transportErrors.gatewayUnknown',
    'transportErrors.numberTwice',
    'transportErrors.tagTwice',
  ],
  'It is about rows of a file, which the data name.': ['commonErrors.importFailed'],
  'It names the role, code, company or project, which several fields of a call hold.': [
    'commonErrors.namesTwo',
    'peopleErrors.wrongRoleType',
    'repairErrors.codeOfAnotherClass',
    'repairErrors.codeOfAnotherKind',
    'repairErrors.codeUnused',
  ],
};

test('a refusal of bad input says its field, or why it is about none', () => {
  const silent = entries.filter(([, { code, field }]) => code === 400 && field === undefined).map(([name]) => name);
  expect(silent.sort()).toEqual(Object.values(aboutNoField).flat().sort());
});

/**
 * Refusals by how things stand (409) that no field alone brings about: what was chosen is in another state, or several fields
 * together are taken. A name, number or code that is taken and a revision that is stale name their field, and stand here only
 * where the place that throws them says it, or the row of a file.
 */
const byStateAlone: Readonly<Record<string, string>> = {
  accountErrors: 'applicationDecided noPassword nowhereToSend openIdTaken ownPhoneFirst smsNeeded',
  alarmErrors:
    'acknowledgeFirst acknowledgeTheseFirst alreadyAcknowledged alreadyHandled alreadyHidden alreadyOutOfService nothingToShelve selectedProcessed shelfOver stillActive',
  assetErrors:
    'closedByAnother codeTwice deviceStays deviceTwice disposed disposedLongAgo hasOpenOrders inReview moveClosed noAddress notBegun notComplete notDisposed notUnknown stillScanning stocktakeOver tooManyAssetDocuments undecided',
  cameraErrors: 'tooMany',
  commissioningErrors:
    'bySystem classGone emptyStore isDone isNotDone launched notSealed openOnProject requiredOpen signedByRole storeDiffers storeTooLarge tooLateToReopen',
  commonErrors: 'sheetChanged',
  complianceErrors:
    'alreadyConfirmed certificateFileFixed certificateUsed notExplained nothingSealed packExists packNotReady packOutdated packPublished profileUsed unexplained',
  customerErrors: 'contractNumberTwice lostAlready notDue notLost notRenewed projectTwice tooManyDocuments',
  deviceErrors: 'propertyOfCatalogue subItemOfCatalogue',
  diagramErrors: 'noDeviceOfClass',
  downloadErrors: 'notReady',
  energyErrors:
    'alreadySo hasAccount isCalculated monthClosed notActive notCalculated notDraft notManual rolloverCounts settledMeanwhile usedByCalculated versionFinal versionUsed',
  fileErrors: 'inUse',
  gatewayErrors:
    'cardBound configurationOfOther mappingNotInFile moveBreaks noCard noSlavesOnMqtt notModbus notMqtt notRead protocolHasPoints slaveWhileConnected slavesBeforeMqtt',
  listErrors: 'tooManySettings tooManyViews',
  maintenanceErrors:
    'confirmedAlready contractHasVisits contractOver finishedByYou itemsOpen notInEffect notSealed signLinkUsed signLinkVoid photosOpen signedAlready signedByRole signedForOther signingFailed teamHasContracts teamHasOrders templateEmpty templateInUse tooManyPhotos wrongState',
  mappingErrors: 'inUse notMqtt',
  peopleErrors:
    'administratorRoleFixed defaultRoleStays importedNameAmbiguous importedTwice invitationExpired invitationRevoked invitationUsed lastAdministrator noDefaultRole notHisNumber notYourself seesEverything',
  pointErrors:
    'breaksFormula inputOfOthers keyTwice mqttKeyTaken nameTakenInProject nameTakenOnSlave nameTwice namesClash notVirtual notWritable tooManyPoints typesInUse unitsInUse',
  prepaidErrors:
    'closed countUnknown deliveryPending gateClosed lineBusy loosenAsked loosenOver loosenOwn noSwitch notDeliverable notDisarmed notProtected notReversible spent',
  projectErrors: 'notDeleted partitionNotEmpty',
  remoteBootErrors:
    'installRejected issuedBefore issuedToday keyShown noLockPoint noLockValue noStandard notConforming notInstalled notIssued notReleased nothingToShow ownInstall passwordShown rangesOverlap released saidBefore standardInUse tooFarAhead tooManyToday unitNumberTwice',
  repairErrors:
    'alreadyOpen askDispatcher builtInCode isPaused noAddress noRemoteService notPaused ratedAlready remoteBegun settledAlready submittedStays tooLateForRework tooLateToRate wrongStatus',
  reportErrors: 'exists notGenerated published',
  schedulingErrors: 'alreadyUndone groupInUse isRunning nothingToUndo pointInUse',
  templateErrors: 'nothingNew typeDiffers',
  transportErrors:
    'fenceUsed fencesTooMany handoverTooLate moveNotNow notLoaded rangeUsed tagsBound tagsNotReady waybillClosed',
  workbenchErrors: 'alreadyReading gatewayOffline',
  writingErrors: 'alreadyWriting batchEnded interlockUnknown interlocked interlockedBySomething returnOver tooSoon',
};

test('a refusal by how things stand says its field, or is known to have none', () => {
  const silent = entries.filter(([, { code, field }]) => code === 409 && field === undefined).map(([name]) => name);
  const known = Object.entries(byStateAlone).flatMap(([catalogue, names]) =>
    names.split(' ').map((name) => `${catalogue}.${name}`),
  );
  expect(silent.sort()).toEqual(known.sort());
});

test('the fields that refusals name are fields of calls', () => {
  const fieldsOf = (schema: z.ZodType | undefined): string[] => {
    if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
    if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
    if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(fieldsOf);
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
      return fieldsOf(schema.unwrap() as z.ZodType);
    return [];
  };
  const known = new Set(['file', 'body']);
  for (const { query, body } of Object.values(contract.calls as Calls))
    for (const name of [...fieldsOf(query), ...fieldsOf(body)]) known.add(name);
  const strange = entries.flatMap(([name, { field = [] }]) =>
    [field].flat().flatMap((each) => (known.has(each.split('.')[0]!) ? [] : [`${name}: ${each}`])),
  );
  expect(strange).toEqual([]);
});
