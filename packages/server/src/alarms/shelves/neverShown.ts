/**
 * Whether an alarm `a` is hidden since it was raised and has come to nobody's eyes yet. Where what hid it is gone, deleted with
 * its device, it shows.
 */
export const neverShown = '(a.hidden_by IS NOT NULL AND a.never_shown)';

/** From when somebody could confirm an alarm `a`: response times count from here. Who confirms what is hidden answers what was raised. */
export const answerableFrom =
  '(CASE WHEN a.acknowledged_at >= a.shown_late_at THEN a.shown_late_at ELSE a.raised_at END)';
