/** The download centre, as the route table spells it (spec §2). */
export const downloadsPath = '/download/Index';
