/** Whether an alarm `a` was hidden by the shelf that was in force when it was raised, and has come to nobody's eyes yet. */
export const bornHidden = '(a.hidden_by IS NOT NULL AND a.shown_late_at IS NULL AND a.hidden_since <= a.raised_at)';
