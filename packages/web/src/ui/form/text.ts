import { defineText } from '../../lib/defineText.ts';

export const text = defineText({
  save: { zh: '保存', en: 'Save' },
  delete: { zh: '删除', en: 'Delete' },
  andMore: { zh: (count: number) => `等，另有 ${count} 个`, en: (count: number) => `and ${count} more` },
  cancel: { zh: '取消', en: 'Cancel' },
  addPhotos: { zh: '拍照或选择', en: 'Add photos' },
  photo: { zh: (place: number) => `照片 ${place}`, en: (place: number) => `Photo ${place}` },
  removePhoto: { zh: (place: number) => `移除照片 ${place}`, en: (place: number) => `Remove photo ${place}` },
  photosUnusable: {
    zh: (count: number) => `${count} 张照片无法使用，请另选`,
    en: (count: number) => `${count} ${count === 1 ? 'photo cannot' : 'photos cannot'} be used. Choose others.`,
  },
  photosLeftOut: {
    zh: (max: number, count: number) => `最多 ${max} 张照片，${count} 张未添加`,
    en: (max: number, count: number) => `At most ${max} photos: ${count} ${count === 1 ? 'was' : 'were'} not added`,
  },
  leaveTitle: { zh: '放弃未保存的修改？', en: 'Leave without saving?' },
  leaveHint: { zh: '离开后，已填写的内容将丢失。', en: 'What you entered will be lost.' },
  leave: { zh: '放弃修改', en: 'Leave' },
  stay: { zh: '继续编辑', en: 'Keep editing' },
  failed: { zh: '操作失败，请稍后重试', en: 'That did not work. Please try again later.' },
});
