/** Of letters of `randomCode`, 5 bits each: 128 bits in the id of a sticker, 80 in a receipt that people may type. */
export const stickerIdLength = 26;
export const receiptLength = 16;
