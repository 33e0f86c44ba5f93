/** Whether an alarm `a` was hidden by the shelf that was in force when it was raised, and has come to nobody's eyes yet. */
export const bornHidden = '(a.hidden_by IS NOT NULL AND a.shown_late_at IS NULL AND a.hidden_since <= a.raised_at)';

/** From when somebody could confirm an alarm `a`: response times count from here. Who confirms what is hidden answers what was raised. */
export const answerableFrom =
  '(CASE WHEN a.acknowledged_at >= a.shown_late_at THEN a.shown_late_at ELSE a.raised_at END)';
