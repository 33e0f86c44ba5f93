import type { Samples } from '../sampleValues.ts';

export const samplesOfEventNotices: Samples = {
  addOrUpdateEventNotice: ({ eventNoticeId, userId }) => ({
    body: {
      NoticeId: eventNoticeId,
      NoticeName: 'Lines and boxes',
      PersonList: [{ UserId: userId, ChannelList: ['sms', 'email'] }],
    },
  }),
  deleteEventNotice: ({ spareEventNoticeId }) => ({ body: { NoticeIdList: [spareEventNoticeId] } }),
  getEventNoticePage: () => ({ body: { Enabled: false } }),
};
