export { type AgreedService, type ClockFacts, clocksOf, pausesOf } from './clocksOf.ts';
export { amountOf } from './costs.ts';
export { moveToCompany } from './handOver.store.ts';
export { hoursInWords } from './hoursInWords.ts';
export { keepPhotos } from './keepPhotos.wire.ts';
export { workMessageHandlers } from './messages/handlers.ts';
export { insertWorkMessages } from './messages/message.store.ts';
export { sendWorkMessages } from './messages/sendWorkMessages.ts';
export { isOpenRepair } from './openRepair.ts';
export { forgetRequests, type MissedTarget, missTargets } from './overdue.store.ts';
export {
  bytesOf,
  drawPictures,
  drawSignatures,
  type PaperPicture,
  type PaperSignature,
} from './papers/drawPictures.ts';
export { clockOfMinutes, elapsedService, type ServiceCalendar, type ServiceHours } from './serviceClock.ts';
export * from './store.ts';
